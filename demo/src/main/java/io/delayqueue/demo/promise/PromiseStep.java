package io.delayqueue.demo.promise;

/**
 * Step of a promise that is shown on the page.
 *
 * @param promise the promise, which is the id of its list on the page
 * @param text the step in a few words
 */
public record PromiseStep(String promise, String text) {}
