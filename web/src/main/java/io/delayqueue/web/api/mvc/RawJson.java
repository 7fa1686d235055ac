package io.delayqueue.web.api.mvc;

/**
 * JSON value in its stored form: it is neither parsed nor formatted, so that no digit of a number is lost.
 *
 * @param text the value
 */
public record RawJson(String text) {}
