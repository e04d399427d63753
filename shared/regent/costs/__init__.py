"""What use of a stack costs on AWS: named prices, and one arithmetic for tables and for counts."""
