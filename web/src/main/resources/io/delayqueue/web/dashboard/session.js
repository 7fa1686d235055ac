import { t } from './language.js';

/** User and rights; set after the first call. */
let current = { operator: false, readOnly: false, maskPayload: false };

export function setSession(session) {
    current = session;
}

export const session = () => current;

/** Whether buttons for changes are shown. */
export const mayChange = () => Boolean(current.operator) && !current.readOnly;

/** Reason why there are none; null if there are. */
export function whyNot() {
    if (current.readOnly) {
        return t`Read-only: changes are disabled by configuration (delayqueue.web.read-only).`;
    }
    return current.operator ? null : t`Read-only: changes require the operator role.`;
}
