import { lineChart, MAX_SERIES } from '../charts.js';
import { coloursOf } from '../colours.js';
import { h, setAttribute } from '../dom.js';
import { duration, rate } from '../format.js';
import { history } from '../history.js';

const MEASURES = { finished: 'Finished', added: 'Added', retried: 'Retried', dead: 'Dead' };

/** Live charts of throughput and lateness, with a line for each subject. */
export function trafficCharts() {
    let measure = 'finished';
    let subjects = [];
    const switches = Object.entries(MEASURES).map(([key, label]) =>
        h('button', { type: 'button', class: 'segment', 'aria-pressed': String(key === measure), data: { measure: key }, on: { click: () => choose(key) } }, label));
    const tools = h('div', { class: 'segments', role: 'group', 'aria-label': 'What is counted' }, switches);
    const pace = lineChart({ title: 'Throughput', format: rate, least: 1, tools, testid: 'chart-throughput' });
    const late = lineChart({ title: 'Lateness', format: duration, least: 10, testid: 'chart-lateness' });
    const node = h('div', { class: 'charts' }, pace.node, late.node);

    function choose(key) {
        measure = key;
        switches.forEach((button) => setAttribute(button, 'aria-pressed', String(button.dataset.measure === key)));
        draw();
    }

    function draw() {
        const busiest = subjects
            .map((subject) => ({ ...subject, samples: history(subject.key) }))
            .map((subject) => ({ ...subject, weight: subject.samples.reduce((sum, sample) => sum + (sample[measure] ?? 0), 0) }));
        const shown = busiest.length <= MAX_SERIES ? busiest : busiest.sort((a, b) => b.weight - a.weight || (b.tasks ?? 0) - (a.tasks ?? 0)).slice(0, MAX_SERIES);
        const remark = busiest.length > MAX_SERIES ? `The ${MAX_SERIES} busiest of ${busiest.length} groups.` : '';
        const points = (samples, member) => samples.map((sample) => ({ x: sample.time, y: sample[member] ?? null }));
        const colours = coloursOf(shown.map(({ key }) => key), MAX_SERIES);
        const series = shown.map((subject, i) => ({ ...subject, slot: colours[i] }));
        pace.update(series.map(({ label, slot, samples }) => ({ label, slot, points: points(samples, measure) })), remark);
        late.update(series.flatMap(({ label, slot, samples }) => [
            { label: `${label} p99`, name: label, slot, points: points(samples, 'p99') },
            { label: `${label} p50`, slot, dashed: true, points: points(samples, 'p50') },
        ]), `p99 solid, p50 dashed. ${remark}`.trim());
    }

    return {
        node,
        /** @param {Array<{label: string, key: string, tasks?: number}>} next subjects: labels, keys of their history, numbers of tasks */
        update(next) {
            subjects = next;
            draw();
        },
        dispose() {
            pace.dispose();
            late.dispose();
        },
    };
}
