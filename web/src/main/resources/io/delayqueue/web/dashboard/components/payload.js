import { fill, h } from '../dom.js';
import { count } from '../format.js';
import { pretty } from '../json.js';
import { button } from './dialog.js';
import { note } from './messages.js';
import { toast } from './toast.js';

/** What is laid out at first; the rest comes when it is asked for. */
const FIRST_CHARACTERS = 20_000;

/** A payload as it is stored, laid out; long ones in part. */
export function payloadView() {
    const node = h('div', { data: { testid: 'payload' } });
    let shown;

    function draw(text, all) {
        const laidOut = pretty(text);
        const part = all || laidOut.length <= FIRST_CHARACTERS ? laidOut : laidOut.slice(0, FIRST_CHARACTERS);
        fill(node,
            h('pre', { class: 'code payload', tabindex: '0', 'aria-label': 'Payload' }, h('code', {}, part)),
            h('div', { class: 'actions' },
                part.length < laidOut.length ? [h('span', { class: 'muted' }, `The first ${count(part.length)} of ${count(laidOut.length)} characters.`), button('Show all', { kind: 'small', click: () => draw(text, true) })] : null,
                navigator.clipboard ? button('Copy', { kind: 'small', click: () => navigator.clipboard.writeText(text).then(() => toast('Payload copied')) }) : null));
    }

    return {
        node,
        update(text, masked) {
            const now = masked ? true : text;
            if (now === shown) {
                return;
            }
            shown = now;
            if (masked) {
                fill(node, note('Masked: payloads are not shown here (delayqueue.web.mask-payload).'));
            } else if (text === null) {
                fill(node, h('p', { class: 'muted' }, 'This task has no payload.'));
            } else {
                draw(text, false);
            }
        },
    };
}
