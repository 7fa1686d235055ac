import { fill, h } from '../dom.js';
import { count } from '../format.js';
import { pretty } from '../json.js';
import { t } from '../language.js';
import { button } from './dialog.js';
import { note } from './messages.js';
import { toast } from './toast.js';

/** Formatted characters at first; the rest is shown on demand. */
const FIRST_CHARACTERS = 20_000;
/** Longer formatted payloads are shown as they are stored. */
const MAX_CHARACTERS = 2_000_000;

/** Shows a payload, formatted from its stored text; a long one in part. */
export function payloadView() {
    const node = h('div', { data: { testid: 'payload' } });
    let shown;

    function draw(text, all) {
        const laidOut = pretty(text, all ? MAX_CHARACTERS : FIRST_CHARACTERS);
        const cut = !all && laidOut.length > FIRST_CHARACTERS;
        const tooLong = all && laidOut.length > MAX_CHARACTERS;
        const part = tooLong ? text : cut ? laidOut.slice(0, FIRST_CHARACTERS) : laidOut;
        fill(node,
            h('pre', { class: 'code payload', tabindex: '0', 'aria-label': t`Payload` }, h('code', {}, part)),
            h('div', { class: 'actions' },
                cut ? [h('span', { class: 'muted' }, t`The first ${count(part.length)} characters, indented. The stored payload has ${count(text.length)}.`), button(t`Show all`, { kind: 'small', testid: 'show-all', click: () => draw(text, true) })] : null,
                tooLong ? h('span', { class: 'muted' }, t`Too long to indent: shown as it is stored.`) : null,
                navigator.clipboard ? button(t`Copy`, { kind: 'small', click: () => navigator.clipboard.writeText(text).then(() => toast(t`Payload copied`)) }) : null));
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
                fill(node, note(t`Masked: payloads are not shown here (delayqueue.web.mask-payload).`));
            } else if (text === null) {
                fill(node, h('p', { class: 'muted' }, t`This task has no payload.`));
            } else {
                draw(text, false);
            }
        },
    };
}
