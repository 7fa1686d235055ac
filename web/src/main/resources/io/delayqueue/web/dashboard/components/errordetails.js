import { h, setText } from '../dom.js';
import { t } from '../language.js';
import { clampedText } from './clamp.js';

/** Shows a failure: its type and message, and the stack on demand. */
export function errorDetails({ open = false } = {}) {
    const type = h('span', { class: 'error-type', data: { testid: 'error-type' } });
    const message = clampedText({ class: 'error-message', data: { testid: 'error-message' } });
    const stack = h('pre', { class: 'code stack', tabindex: '0' });
    const details = h('details', { class: 'stack-box', open }, h('summary', {}, t`Stack trace`), stack);
    const node = h('div', { class: 'error-box' }, type, message.node, details);
    return {
        node,
        update(error) {
            const name = String(error?.type ?? t`No error is recorded`);
            setText(type, name.slice(name.lastIndexOf('.') + 1));
            type.title = name;
            message.set(error?.message ?? (error?.messageMasked ? t`Masked: messages may quote payloads, which are not shown here (delayqueue.web.mask-payload).` : ''));
            setText(stack, error?.stack ?? '');
            details.hidden = !error?.stack;
        },
    };
}
