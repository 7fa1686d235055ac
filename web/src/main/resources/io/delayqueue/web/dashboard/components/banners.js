import { fill, h, isOwnAddress, setAttribute, setText } from '../dom.js';
import { moment } from '../format.js';
import { t, tNodes } from '../language.js';
import { keepPlace } from '../router.js';
import { connection, lastData, outage, signedOut, trouble } from '../status.js';
import { sinceWords } from '../time.js';
import { icon } from './icons.js';

/** Shorter interruptions of the connection are not shown. */
const GRACE_MILLIS = 3_000;

let retry = () => {};
let shown = '';
let ages = [];

/** Action of “Try now”. */
export function onRetry(action) {
    retry = action;
}

/** Shows banners about the connection, the session and the store. */
export function startBanners() {
    [connection, outage, signedOut, trouble].forEach((watched) => watched.watch(show));
    setInterval(show, 1_000);
}

function show() {
    const lost = connection.get().state === 'lost' && Date.now() - connection.get().since > GRACE_MILLIS;
    const stale = lost || outage.get() !== null || signedOut.get() !== null;
    setAttribute(document.documentElement, 'data-stale', stale ? 'true' : null);
    const now = JSON.stringify([signedOut.get(), outage.get(), trouble.get(), lost, connection.get().state === 'polling']);
    if (now !== shown) {
        shown = now;
        ages = [];
        fill(document.getElementById('banners'), signedOutBanner(), outageBanner(), troubleBanner(), lost && signedOut.get() === null ? lostBanner() : null, pollingBanner());
    }
    ages.forEach((write) => write());
}

function banner(kind, testid, ...content) {
    return h('div', { class: `banner banner-${kind}`, data: { testid } }, icon(kind === 'info' ? 'info' : 'warning'), h('div', { class: 'banner-text' }, content));
}

/** Running duration. Screen readers announce the banner, not each second. */
function age(since) {
    const node = h('span', { class: 'num', 'aria-hidden': 'true' });
    ages.push(() => setText(node, since() === null ? '' : sinceWords(since() - Date.now())));
    return node;
}

function signedOutBanner() {
    const url = signedOut.get();
    if (url === null) {
        return null;
    }
    return banner('error', 'banner-signed-out', h('strong', {}, t`You are logged out.`), ' ', t`The data may be outdated.`, ' ',
        h('a', { href: url !== '' && isOwnAddress(url) ? url : './', data: { testid: 'login' }, on: { click: keepPlace } }, t`Log in`));
}

function outageBanner() {
    const since = outage.get();
    return since === null || signedOut.get() !== null
        ? null
        : banner('error', 'banner-outage', h('strong', {}, t`Redis does not answer.`), ' ',
              tNodes`Since ${moment(since)} (${age(() => since)}). Until it is back no task runs, and a task can only be added through an outbox. Then the tasks it still has run.`);
}

function troubleBanner() {
    return trouble.get() === null
        ? null
        : banner('warning', 'banner-trouble', h('strong', {}, t`The data may be outdated: Redis rejects the calls of this page.`), ' ', trouble.get());
}

function lostBanner() {
    return banner('warning', 'banner-lost', h('strong', {}, t`Connection lost: reconnecting.`), ' ', tNodes`The data is ${age(() => lastData.get() ?? connection.get().since)} old.`, ' ',
        h('button', { type: 'button', class: 'button button-small', on: { click: () => retry() } }, t`Try now`));
}

function pollingBanner() {
    return connection.get().state === 'polling'
        ? banner('info', 'banner-polling', t`Live updates are refused at the moment: too many dashboards are open, or a proxy blocks them. The page polls every 5 s instead.`)
        : null;
}
