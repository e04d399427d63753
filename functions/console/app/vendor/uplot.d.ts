/** Types of the vendored file, from its package. */
import uPlot from "uplot";
export default uPlot;
