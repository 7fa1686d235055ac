import { h } from '../dom.js';
import { t } from '../language.js';

let dialogs = 0;

/**
 * Opens a dialog. The browser keeps the focus in it, closes it by Escape, and gives the focus back.
 *
 * @param {{title: string, content: Array<Node>, buttons: Array<Node>, testid: string, onClose?: function(): void}} parts
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, content, buttons, testid, onClose }) {
    const id = `dialog-${++dialogs}`;
    const opener = document.activeElement;
    const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': `${id}-title`, data: { testid } },
        h('h2', { id: `${id}-title`, class: 'dialog-title' }, title),
        h('div', { class: 'dialog-body' }, content),
        h('div', { class: 'dialog-buttons' }, buttons));
    dialog.addEventListener('close', () => {
        dialog.remove();
        if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) {
            opener.focus();
        } else {
            document.getElementById('main').focus();
        }
        onClose?.();
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

export function button(label, { kind = '', click, type = 'button', testid, ...rest } = {}) {
    return h('button', { type, class: ['button', kind && `button-${kind}`], on: click ? { click } : {}, data: testid ? { testid } : {}, ...rest }, [label].flat());
}

/** Button that goes on with a search. */
export const furtherButton = (click) => button(t`Search further`, { testid: 'search-further', click });

/**
 * Asks for a confirmation.
 *
 * @param {{title: string, text: string|string[], action: string, danger?: boolean, input?: {node: Node, isValid: function(): boolean}}}
 *     question `action` is the verb on the button; the input is shown below the text
 * @returns {Promise<boolean>} whether it is confirmed
 */
export function confirm({ title, text, action, danger = false, input = null }) {
    return new Promise((resolve) => {
        let answer = false;
        const cancel = button(t`Keep as it is`, { click: () => dialog.close(), testid: 'confirm-no' });
        const go = button(action, {
            kind: danger ? 'danger' : 'primary',
            testid: 'confirm-yes',
            click: () => {
                if (input && !input.isValid()) {
                    return;
                }
                answer = true;
                dialog.close();
            },
        });
        const dialog = openDialog({
            title,
            content: [[text].flat().map((line) => h('p', {}, line)), input?.node],
            buttons: [cancel, go],
            testid: 'confirm',
            onClose: () => resolve(answer),
        });
        input?.node.addEventListener('keydown', ({ key }) => key === 'Enter' && go.click());
        (danger ? cancel : go).focus();
    });
}
