package io.delayqueue.web;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Says whether payloads may be shown to people. Everything that answers with a task asks it; only what a consumer reserved for itself goes
 * around it.
 *
 * @param masked whether payloads and the messages and stacks of errors are left out, and values of headers replaced
 */
public record PayloadMask(boolean masked) {

    /** Shown in place of the value of a header. */
    public static final String MASKED_VALUE = "•••";

    /**
     * {@return the headers as they may be shown, in their order}
     *
     * @param headers the headers of a task
     */
    public Map<String, String> headers(Map<String, String> headers) {
        if (!masked) {
            return headers;
        }
        Map<String, String> shown = new LinkedHashMap<>();
        headers.keySet().forEach(name -> shown.put(name, MASKED_VALUE));
        return shown;
    }
}
