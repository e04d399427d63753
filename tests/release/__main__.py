"""`make release VERSION=1.2.0`: makes a release of main, or says why not.

Everything is written, built and tried in a second working tree. The tree that you stand in moves
in the last step, from one commit to the next: whatever fails before leaves it as it was. Nothing
is pushed or uploaded.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from tests.release import wheel, writing
from tests.release.git import ReleaseFailed, branch, git, second_tree
from tests.release.refusals import BRANCH, refusals, tag_of

ROOT = Path(__file__).parents[2]


def release(root: Path, version: str, *, dry_run: bool) -> str:
    """Make it; what was done, or would be. ReleaseFailed if it cannot be, and nothing changed."""
    if complaints := refusals(root, version):
        raise ReleaseFailed("\n".join(f"- {complaint}" for complaint in complaints))
    base = git(root, "rev-parse", "HEAD")
    with second_tree(root) as tree:
        writing.write(tree, version, datetime.now(UTC).date())
        git(tree, "add", "--all")
        packages = wheel.build(tree, tree.parent / "dist")
        wheel.check(packages[0], tree, version)
        wheel.check_server(packages[0])
        done = f"{_changes(tree, version)}\n\n{_sizes(packages)}\n\n"
        if dry_run:
            return (
                f"{done}Nothing was changed. Without DRY_RUN this is committed on {BRANCH}, tagged"
                f" {tag_of(version)}, and the packages are kept in dist/."
            )
        git(tree, "commit", "--quiet", "--message", f"release: {version}")
        _keep(root, base, git(tree, "rev-parse", "HEAD"), version, packages)
    return (
        f"{done}Committed on {BRANCH}, tagged {tag_of(version)}; the packages are in dist/.\n"
        f"Next: git push --atomic origin {BRANCH} {tag_of(version)}"
    )


def _keep(root: Path, base: str, made: str, version: str, packages: Sequence[Path]) -> None:
    """The packages, the tag and the commit: all three, or none of them."""
    if (branch(root), git(root, "rev-parse", "HEAD")) != (BRANCH, base):
        raise ReleaseFailed(f"{BRANCH} moved while the release was made: begin again")
    with ExitStack() as undo:
        (root / "dist").mkdir(exist_ok=True)
        for package in packages:
            kept = root / "dist" / package.name
            undo.callback(kept.unlink, missing_ok=True)
            shutil.copyfile(package, kept)
        git(root, "tag", "--annotate", tag_of(version), "--message", f"Regent {version}", made)
        undo.callback(git, root, "tag", "--delete", tag_of(version))
        git(root, "merge", "--quiet", "--ff-only", made)
        undo.pop_all()


def _changes(tree: Path, version: str) -> str:
    changed = git(tree, "diff", "--cached", "--stat", "--diff-filter=M")
    new = git(tree, "diff", "--cached", "--name-only", "--diff-filter=A").splitlines()
    contract, tables = (path.relative_to(tree) for path in writing.frozen(tree, version))
    return f"{changed}\nFrozen: {contract} and {tables}/, {len(new)} files."


def _sizes(packages: Sequence[Path]) -> str:
    rows = [f"  {package.name}, {package.stat().st_size / 1000:.0f} kB" for package in packages]
    return "\n".join(["Built, installed and tried:", *rows])


def main(words: Sequence[str] | None = None) -> int:
    """The exit status: 0 when it is made, or would be."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("version", help="three numbers, as in 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="do all of it but keep nothing")
    arguments = parser.parse_args(words)
    try:
        print(release(ROOT, arguments.version, dry_run=arguments.dry_run))
    except ReleaseFailed as why:
        print(f"{f'No release {arguments.version}'.strip()}:\n{why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
