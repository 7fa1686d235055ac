import { h, setText } from '../dom.js';
import { t } from '../language.js';

const MAX_PACE = 10_000;

/** Optional number of tasks a second. */
export function paceInput() {
    const input = h('input', { type: 'number', min: '1', max: String(MAX_PACE), step: '1', class: 'input num', id: 'pace', 'aria-describedby': 'pace-hint pace-fault', data: { testid: 'pace' } });
    const fault = h('p', { class: 'field-fault', id: 'pace-fault' });
    const node = h('div', { class: 'field' },
        h('label', { for: 'pace' }, t`At most per second`),
        input,
        h('p', { class: 'field-hint', id: 'pace-hint' }, t`If left empty, all become due at once. With a number, they become due one after the other. If you close this page, tasks that are already requeued keep this pace, and the others stay dead.`),
        fault);
    return {
        node,
        /** The number; undefined if it is empty. */
        value: () => (input.value.trim() === '' ? undefined : Number(input.value)),
        isValid() {
            const valid = input.validity.valid;
            setText(fault, valid ? '' : t`Enter a whole number from 1 to ${MAX_PACE}.`);
            input.setAttribute('aria-invalid', String(!valid));
            return valid;
        },
    };
}
