/** A small line of counts, in steps because a count belongs to its whole minute. */

import { h } from "../vendor/preact.js";

const WIDTH = 96;
const HEIGHT = 18;

/** @param {{values: (number | null)[], label: string, tone?: string}} props */
export function Spark({ values, label, tone = "" }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const step = WIDTH / Math.max(1, values.length);
  let path = "";
  let drawing = false;
  values.forEach((value, place) => {
    if (value === null) {
      drawing = false;
      return;
    }
    const y = (HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1);
    const x = (place * step).toFixed(1);
    path += `${drawing ? "L" : "M"}${x} ${y}L${((place + 1) * step).toFixed(1)} ${y}`;
    drawing = true;
  });
  return h(
    "svg",
    {
      class: `spark ${tone}`,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    h("path", { d: path }),
  );
}
