/** Counts over time: a chart of uPlot, which is loaded here only, and a table of the numbers. */

import { number } from "../lib/format.js";
import { theme } from "../lib/prefs.js";
import { absolute, hourMinute, zone } from "../lib/time.js";
import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { h } from "../vendor/preact.js";
import { ShortTable } from "./table.js";

/** @typedef {{title: string, color: string, values: (number | null)[]}} Series */
/** @typedef {(value: number) => string} Format */

const HEIGHT = 180;

/**
 * A colour of app.css as the canvas knows it: one of the two that the theme chooses from.
 * @param {HTMLElement} box
 * @param {string} name
 */
function color(box, name) {
  box.style.color = `var(${name})`;
  return getComputedStyle(box).color;
}

/**
 * The CSS of uPlot, once.
 * @returns {Promise<void>}
 */
function styles() {
  const address = new URL("../vendor/uplot.css", import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) {
    return Promise.resolve();
  }
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = reject;
    document.head.append(link);
  });
}

/**
 * @param {HTMLElement} box
 * @param {any} Plot
 * @param {{title: string, times: number[], series: Series[], format?: Format}} of
 */
function drawn(box, Plot, { times, series, format }) {
  const axis = {
    stroke: color(box, "--muted"),
    grid: { stroke: color(box, "--grid"), width: 1 },
    ticks: { show: false },
  };
  return new Plot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      tzDate: (/** @type {number} */ seconds) =>
        zone.peek() === "utc"
          ? Plot.tzDate(new Date(seconds * 1000), "Etc/UTC")
          : new Date(seconds * 1000),
      cursor: { sync: { key: "page" }, drag: { x: false, y: false } },
      scales: {
        y: {
          range: (/** @type {any} */ _, /** @type {any} */ _min, /** @type {number} */ most) => [
            0,
            Math.max(1, most * 1.1),
          ],
        },
      },
      legend: { live: true },
      axes: [
        {
          ...axis,
          values: (/** @type {any} */ _, /** @type {number[]} */ at) =>
            at.map((each) => hourMinute(each * 1000)),
        },
        {
          ...axis,
          size: format ? 72 : 56,
          ...(format && {
            values: (/** @type {any} */ _, /** @type {number[]} */ at) => at.map(format),
          }),
        },
      ],
      series: [
        {
          label: "at",
          value: (/** @type {any} */ _, /** @type {number | null} */ at) =>
            at === null ? "–" : absolute(at * 1000),
        },
        ...series.map((each) => ({
          label: each.title,
          stroke: color(box, each.color),
          width: 1.5,
          paths: Plot.paths.stepped({ align: 1 }),
          points: { show: false },
          value: (/** @type {any} */ _, /** @type {number | null} */ value) =>
            value === null ? "–" : (format ?? number)(value),
        })),
      ],
    },
    [times, ...series.map((each) => each.values)],
    box,
  );
}

/**
 * Times are seconds.
 * @param {{title: string, times: number[], series: Series[], format?: Format}} props
 */
export function Chart(props) {
  const format = props.format ?? number;
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [failed, setFailed] = useState(false);
  const chosen = `${zone.value} ${theme.value}`;
  useEffect(() => {
    let plot = /** @type {any} */ (null);
    let left = false;
    Promise.all([import("../vendor/uplot.js"), styles()]).then(
      ([{ default: Plot }]) => {
        if (!left && ref.current) {
          plot = drawn(ref.current, Plot, props);
        }
      },
      () => setFailed(true),
    );
    const resize = () => plot?.setSize({ width: ref.current?.clientWidth ?? 0, height: HEIGHT });
    addEventListener("resize", resize);
    return () => {
      left = true;
      removeEventListener("resize", resize);
      plot?.destroy();
    };
  }, [props.times, props.series, chosen]);
  return h("figure", { class: "chart" }, [
    h("figcaption", {}, props.title),
    failed
      ? h("p", { class: "muted" }, "The chart did not load.")
      : h("div", { ref, "aria-hidden": "true" }),
    h("details", { open: failed }, [
      h("summary", {}, "As a table"),
      h(ShortTable, {
        label: props.title,
        rows: props.times.map((_, place) => place).reverse(),
        rowKey: (/** @type {number} */ place) => String(props.times[place]),
        columns: [
          {
            title: "At",
            cell: (/** @type {number} */ place) => absolute((props.times[place] ?? 0) * 1000),
          },
          ...props.series.map((each) => ({
            title: each.title,
            align: /** @type {const} */ ("end"),
            cell: (/** @type {number} */ place) => {
              const value = each.values[place];
              return value === null || value === undefined ? "–" : format(value);
            },
          })),
        ],
      }),
    ]),
  ]);
}
