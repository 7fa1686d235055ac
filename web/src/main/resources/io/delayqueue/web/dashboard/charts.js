import { fill, h, setText } from './dom.js';
import { moment } from './format.js';
import { SPAN_MILLIS } from './history.js';
import { LOCALE, t } from './language.js';
import { storeNow } from './time.js';

const MINUTE = 60_000;
/** Times of charts: each begins with the least, and grows with its samples. A line joins samples up to the gap. */
const LIVE = { words: t`last 10 minutes`, millis: SPAN_MILLIS, least: 2 * MINUTE, gap: 15_000 };
const DAY = { words: t`last 24 hours`, millis: 24 * 60 * MINUTE, least: 60 * MINUTE, gap: Infinity };
const TICKS = [1, 2, 5, 10, 20, 30, 60, 120, 240].map((minutes) => minutes * MINUTE);
const MAX_TICKS = 6;
const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });

/** Maximum number of series of a chart; a text beside it mentions the others. */
export const MAX_SERIES = 8;

/** Reads the colours of the page as plain values for the canvas. */
function colour(name) {
    const probe = h('span', { class: 'sr-only' });
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
}

function options(format, least) {
    const muted = colour('--muted');
    const line = colour('--border');
    return {
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        normalized: true,
        parsing: false,
        interaction: { mode: 'index', intersect: false },
        plugins: {
            legend: { display: false },
            tooltip: {
                callbacks: {
                    title: (items) => (items.length ? moment(items[0].parsed.x) : ''),
                    label: (item) => ` ${item.dataset.label}: ${format(item.parsed.y)}`,
                },
            },
        },
        elements: { point: { radius: pointRadius, hitRadius: 8 }, line: { borderWidth: 1.8, tension: 0 } },
        scales: {
            x: {
                type: 'linear',
                border: { color: line },
                grid: { display: false },
                afterBuildTicks: (axis) => (axis.ticks = wholeMinutes(axis.min, axis.max)),
                ticks: { color: muted, maxRotation: 0, callback: (value) => clock.format(value) },
            },
            y: {
                beginAtZero: true,
                suggestedMax: least,
                border: { display: false },
                grid: { color: line },
                ticks: { color: muted, maxTicksLimit: 5, callback: (value, i, all) => (i > 0 && format(value) === format(all[i - 1].value) ? '' : format(value)) },
            },
        },
    };
}

/** A sample without neighbours has a point, because no line leads to it. */
function pointRadius({ dataset, dataIndex }) {
    const at = dataset?.data[dataIndex]?.x;
    const joined = (point) => point && point.y !== null && Math.abs(point.x - at) <= dataset.spanGaps;
    return joined(dataset?.data[dataIndex - 1]) || joined(dataset?.data[dataIndex + 1]) ? 0 : 2;
}

function wholeMinutes(min, max) {
    const ticks = [];
    const step = TICKS.find((each) => max - min <= MAX_TICKS * each) ?? TICKS.at(-1);
    for (let value = Math.ceil(min / step) * step; value <= max; value += step) {
        ticks.push({ value });
    }
    return ticks;
}

/**
 * Creates a line chart of the last ten minutes or the last day, with a summary and a table of the same data.
 *
 * @param {{title: string, format: function(number): string, least: number, tools?: Node, testid: string}} about `least` is the
 *     minimum of the scale's end
 * @returns {{node: HTMLElement, update: function(Array<{label: string, name?: string, dashed?: boolean, slot: number, points: Array<{x: number, y: ?number}>}>, string=, boolean=): void, dispose: function(): void}}
 */
export function lineChart({ title, format, least, tools, testid }) {
    const canvas = h('canvas', { role: 'img', 'aria-label': title });
    const nothing = h('p', { class: 'chart-empty muted', 'aria-hidden': 'true' }, t`No samples yet`);
    const legend = h('ul', { class: 'legend' });
    const remark = h('p', { class: 'muted small' });
    const rows = h('tbody');
    const table = h('details', { class: 'chart-table', on: { toggle: () => writeTable() } },
        h('summary', {}, t`Show as table`),
        h('div', { class: 'table-box', tabindex: '0', role: 'region', 'aria-label': t`${title} as a table` }, h('table', { class: 'table table-plain' },
            h('thead', {}, h('tr', {}, [t`Series`, t`Latest`, t`Lowest`, t`Highest`].map((text) => h('th', { scope: 'col' }, text)))), rows)));
    const node = h('section', { class: 'panel chart', 'aria-label': title, data: { testid } },
        h('div', { class: 'chart-head' }, h('h2', {}, title), tools),
        h('div', { class: 'chart-box' }, canvas, nothing), legend, remark, table);
    let chart = null;
    let current = [];
    let span = LIVE;

    function draw() {
        if (!window.Chart || !canvas.isConnected) {
            return;
        }
        chart ??= new window.Chart(canvas, { type: 'line', data: { datasets: [] }, options: options(format, least) });
        chart.data.datasets = current.map(({ label, dashed, slot, points }) => ({
            label,
            data: points,
            borderColor: colour(`--series-${slot + 1}`),
            backgroundColor: colour(`--series-${slot + 1}`),
            borderDash: dashed ? [4, 4] : [],
            spanGaps: span.gap,
        }));
        chart.options.scales.x.max = storeNow();
        chart.options.scales.x.min = firstTime(chart.options.scales.x.max);
        chart.update('none');
    }

    function firstTime(now) {
        const oldest = Math.min(now, ...current.map(({ points }) => points[0]?.x ?? now));
        return Math.max(now - span.millis, Math.min(now - span.least, oldest));
    }

    function words() {
        const latest = current.map((series) => `${series.label} ${format(last(series))}`).join(', ');
        canvas.setAttribute('aria-label', t`${title}, ${span.words}. Latest: ${latest || t`no samples yet`}.`);
    }

    function writeTable() {
        if (!table.open) {
            return;
        }
        fill(rows, current.map((series) => {
            const values = series.points.map(({ y }) => y).filter((y) => y !== null && y !== undefined);
            const cells = values.length ? [last(series), Math.min(...values), Math.max(...values)].map(format) : ['–', '–', '–'];
            return h('tr', {}, h('th', { scope: 'row' }, series.label), cells.map((text) => h('td', { class: 'num' }, text)));
        }));
    }

    function recolour() {
        chart?.destroy();
        chart = null;
        draw();
    }

    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', recolour);
    window.addEventListener('delayqueue:theme', recolour);

    return {
        node,
        update(series, text = '', day = false) {
            span = day ? DAY : LIVE;
            const solid = series.filter(({ dashed }) => !dashed);
            const names = JSON.stringify(solid.map(({ label, name, slot }) => [name ?? label, slot]));
            if (legend.dataset.names !== names) {
                legend.dataset.names = names;
                fill(legend, solid.map(({ label, name, slot }) =>
                    h('li', { class: `legend-item series-${slot + 1}` }, h('span', { class: 'swatch' }), h('span', {}, name ?? label))));
            }
            current = series;
            nothing.hidden = series.some(({ points }) => points.some(({ y }) => y !== null));
            setText(remark, window.Chart ? text : t`The chart cannot be drawn here; the table below has its numbers.`);
            draw();
            words();
            writeTable();
        },
        dispose() {
            system.removeEventListener('change', recolour);
            window.removeEventListener('delayqueue:theme', recolour);
            chart?.destroy();
            chart = null;
        },
    };
}

function last({ points }) {
    for (let i = points.length - 1; i >= 0; i--) {
        if (points[i].y !== null && points[i].y !== undefined) {
            return points[i].y;
        }
    }
    return null;
}
