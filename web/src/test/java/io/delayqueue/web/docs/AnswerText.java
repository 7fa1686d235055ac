package io.delayqueue.web.docs;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Formats responses for the documentation. */
final class AnswerText {

    private static final List<String> SHOWN = List.of("content-type", "location", "retry-after", "allow");

    private static final String USUAL = "Content-Type: application/json";

    private static final Pattern EVENT = Pattern.compile("(event:\\w+\\n)data:([^\\n]*)\\n");

    private static final Pattern STREAM = Pattern.compile("(?<=text/event-stream\\n)[^`]*(?=```)");

    private static final int LONG = 100;

    private static final int BEGINNING = 10;

    /** Lists with more objects show their first one. */
    private static final int MANY = 3;

    private static final String OMITTED = "...";

    /** Numbers are not changed. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private AnswerText() {}

    /** Formats a response: the first event of a stream, the beginning of a long text. */
    static String of(Curl.Answer answer) {
        StringBuilder text = new StringBuilder("HTTP/1.1 " + answer.status() + "\n");
        if (answer.body().isEmpty()) {
            return text.toString();
        }
        answer.headers().stream()
                .filter(header -> SHOWN.contains(header.replaceFirst(":.*", "").toLowerCase(Locale.ROOT)))
                .filter(header -> !header.equalsIgnoreCase(USUAL))
                .forEach(header -> text.append(header).append('\n'));
        Matcher event = EVENT.matcher(answer.body());
        return event.find()
                ? text + "\n" + event.group(1) + "data:" + json(event.group(2)) + "\n"
                : text + "\n" + json(answer.body()) + "\n";
    }

    /** Returns the first event of a stream; empty if there is none. */
    static String firstEvent(Curl.Answer answer) {
        Matcher event = EVENT.matcher(answer.body());
        return event.find() ? event.group() : "";
    }

    private static String json(String body) {
        String json = JSON.writeValueAsString(shortened(JSON.readTree(body)))
                .replace('"' + OMITTED + '"', OMITTED)
                .replaceAll("(\"stack\" : \"[^\"\\\\]*)(?:[^\"\\\\]++|\\\\.)*+\"", "$1...\"")
                .replaceAll("(\"host\" : )\"[^\"]*\"", "$1\"shop-1\"");
        return json.lines().count() <= LONG
                ? json
                : json.lines().limit(BEGINNING).collect(Collectors.joining("\n", "", "\n..."));
    }

    /** Omits further objects of long lists, and the task that a change returns, whose fields the page has elsewhere. */
    private static JsonNode shortened(JsonNode node) {
        node.forEach(AnswerText::shortened);
        if (node instanceof ArrayNode list && list.size() > MANY && list.get(0).isObject()) {
            JsonNode first = list.get(0);
            list.removeAll().add(first).add(OMITTED);
        }
        if (node instanceof ObjectNode object && object.path("task").isObject()) {
            object.put("task", OMITTED);
        }
        return node;
    }

    /**
     * Replaces values that differ between runs: times, short durations and generated names. Removes versions: a package has none if
     * the first of its loaded classes is a test.
     */
    static String still(String page) {
        return STREAM.matcher(page)
                .replaceAll(event -> event.group().replaceAll(" : (?:[0-9.]+|true|false)", " : ANY"))
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z", "TIME")
                .replaceAll("\"READY\"|\"DELAYED\"", "\"SOON\"")
                // An instance says in its first heartbeat whether it pushes: perhaps before its first push.
                .replaceAll("(\"pushing\" : )(?:true|false)", "$1ANY")
                .replaceAll("\\s+\"stateUntil\" : \"TIME\",", "")
                .replaceAll("(\"(?:instance|pusher)\" : )\"[^/\"][^\"]*\"", "$1\"INSTANCE\"")
                .replaceAll(
                        "(\"(?:overdueMillis|leaseMillis|latenessMillis|tookMillis|bytes|delivery|pid|running|waiting)\" : )\\d+",
                        "$1N")
                .replaceAll("\"[0-9A-Za-z]{13,14}\"(?! :)", "\"ID\"")
                .replaceAll("(\"receipt\" : )\"[^\"]*\"", "$1\"RECEIPT\"")
                .replaceAll("\\s+\"version\" : \"[^\"]*\",", "")
                .replaceAll("\\d{13}", "MILLIS")
                .replaceAll("/[0-9A-Za-z]{13,14}\\b", "/ID");
    }
}
