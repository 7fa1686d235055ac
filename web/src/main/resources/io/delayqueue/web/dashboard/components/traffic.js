import { lineChart, MAX_SERIES } from '../charts.js';
import { coloursOf } from '../colours.js';
import { daysOfGroups, keepShowsDay, showsDay } from '../day.js';
import { h, setAttribute } from '../dom.js';
import { duration, joined, rate } from '../format.js';
import { history } from '../history.js';
import { t } from '../language.js';

const MEASURES = { finished: t`Finished`, added: t`Added`, retried: t`Retried`, dead: t`Dead` };
const SPANS = { live: t`${10} min`, day: t`${24} h` };

/**
 * Charts of throughput and lateness, with a line for each subject.
 *
 * @param {{ofGroups?: boolean}} [about] ofGroups: the subjects are groups, which also have the work of the last day
 */
export function trafficCharts({ ofGroups = false } = {}) {
    let measure = 'finished';
    let day = ofGroups && showsDay();
    let subjects = [];
    const dayOf = daysOfGroups(draw);
    const tools = segments(t`Measure`, 'measure', MEASURES, measure, (key) => {
        measure = key;
        draw();
    });
    const spans = segments(t`Period of the charts`, 'span', SPANS, day ? 'day' : 'live', (key) => {
        day = key === 'day';
        keepShowsDay(day);
        draw();
    });
    const pace = lineChart({ title: t`Throughput`, format: rate, least: 1, tools, testid: 'chart-throughput' });
    const late = lineChart({ title: t`Lateness`, format: duration, least: 10, testid: 'chart-lateness' });
    const node = h('div', { class: 'charts' }, ofGroups ? h('div', { class: 'charts-head' }, h('h2', {}, t`Work`), spans) : null, pace.node, late.node);

    function draw() {
        const weighed = subjects.map((subject) => ({ ...subject, weight: history(subject.key).reduce((sum, sample) => sum + (sample[measure] ?? 0), 0) }));
        const shown = weighed.length <= MAX_SERIES ? weighed : weighed.sort((a, b) => b.weight - a.weight || (b.tasks ?? 0) - (a.tasks ?? 0)).slice(0, MAX_SERIES);
        const points = (samples, member) => samples.map((sample) => ({ x: sample.time, y: sample[member] ?? null }));
        const colours = coloursOf(shown.map(({ key }) => key), MAX_SERIES);
        const series = shown.map((subject, i) => ({ ...subject, slot: colours[i], ...(day ? dayOf(subject) : { samples: history(subject.key), fault: '' }) }));
        const remark = joined([
            weighed.length > MAX_SERIES ? t`Shows the ${MAX_SERIES} of ${weighed.length} groups that were busiest in the last ten minutes.` : '',
            day ? t`Recorded every five minutes.` : '',
            series.find(({ fault }) => fault)?.fault ?? '',
        ], ' ');
        pace.update(series.map(({ label, slot, samples }) => ({ label, slot, points: points(samples, measure) })), remark, day);
        late.update(series.flatMap(({ label, slot, samples }) => [
            { label: `${label} p99`, name: label, slot, points: points(samples, 'p99') },
            { label: `${label} p50`, slot, dashed: true, points: points(samples, 'p50') },
        ]), `${t`p99 solid, p50 dashed.`} ${remark}`.trim(), day);
    }

    return {
        node,
        /** @param {Array<{label: string, key: string, group?: string, tasks?: number}>} next subjects: labels, keys of their history, names of groups, numbers of tasks */
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

/** Buttons of which one is pressed. */
function segments(label, name, choices, pressed, onChoose) {
    const buttons = Object.entries(choices).map(([key, text]) =>
        h('button', { type: 'button', class: 'segment', 'aria-pressed': String(key === pressed), data: { [name]: key }, on: { click: () => choose(key) } }, text));
    const choose = (key) => {
        buttons.forEach((button) => setAttribute(button, 'aria-pressed', String(button.dataset[name] === key)));
        onChoose(key);
    };
    return h('div', { class: 'segments', role: 'group', 'aria-label': label }, buttons);
}
