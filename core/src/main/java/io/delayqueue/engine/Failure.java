package io.delayqueue.engine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A failed attempt as the JSON that is kept with its task. */
final class Failure {

    private static final int LONGEST_MESSAGE = 1_000;

    private static final int LONGEST_STACK = 4_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Failure() {}

    static String toJson(int attempt, Throwable failure, Instant at) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("attempt", attempt);
        json.put("at", at.toString());
        json.put("type", failure.getClass().getName());
        try {
            json.put("message", shorten(String.valueOf(failure.getMessage()), LONGEST_MESSAGE));
            json.put("stack", shorten(stack(failure), LONGEST_STACK));
        } catch (Throwable e) {
            // Users' exceptions can fail too; what is known so far must do.
            json.putIfAbsent(
                    "message", "its message cannot be read: " + e.getClass().getName());
        }
        return JSON.writeValueAsString(json);
    }

    private static String stack(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String shorten(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "...";
    }
}
