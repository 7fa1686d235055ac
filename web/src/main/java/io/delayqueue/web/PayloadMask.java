package io.delayqueue.web;

import io.delayqueue.history.TaskRecord.Progress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Masks payloads. Applies to every response with tasks or their records, except those of reservations by consumers.
 *
 * @param masked whether payloads, results, texts of progress and the messages and stacks of errors are omitted, and the values of headers replaced
 */
public record PayloadMask(boolean masked) {

    /** Replacement of the value of a header. */
    public static final String MASKED_VALUE = "•••";

    /**
     * {@return the headers, masked if required, in their order}
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

    /**
     * {@return the progress, without its text if required}
     *
     * @param progress the progress of a task
     */
    public Progress progress(Progress progress) {
        return masked ? new Progress(progress.done(), progress.total(), null) : progress;
    }
}
