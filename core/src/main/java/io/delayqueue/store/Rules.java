package io.delayqueue.store;

import static io.delayqueue.InvalidSettingException.require;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rules of topics, and limits, of a group: texts by field. Each begins with the end of a hold and ends with a list of names: the limits of a topic, or the
 * topics of a limit. An empty text is none. Not thread-safe.
 */
public final class Rules {

    /** First character of the field of a limit; that of a topic is its name. */
    public static final String LIMIT = "%";

    /** First character of the field of what was declared last. */
    public static final String DECLARED = "=";

    /** First character of the field of the tokens that a limit has spent. Its text begins with the microseconds up to which they are spent. */
    public static final String SPENT = "~";

    /** Microseconds by which the bucket of a rate is larger than its burst, to make up for late wake-ups. */
    public static final int AHEAD_MICROS = 5_000;

    private final SortedMap<String, String> texts;

    private final String group;

    /**
     * Rule of a topic: how many of its tasks may be leased, and which together. The only reader and writer of its text in Java.
     *
     * @param limits the names of its limits, at most {@link io.delayqueue.limit.Limit#MAX_OF_TOPIC}, all different
     * @param keyOrder the order of tasks with a key; null if none is declared: then the topic gets {@link KeyOrder#DEFAULT} with the first task that
     *     has a key
     * @param least number of ready tasks for which a lease waits; 1 to wait for none
     * @param waitMillis maximum time in milliseconds for which the oldest ready task waits for others
     */
    public record LeaseRule(List<String> limits, @Nullable KeyOrder keyOrder, int least, long waitMillis) {

        /**
         * Returns the rule as text: the names of the limits with commas between; if there is more, in front, each with a bar behind: how many tasks of a key are
         * leased at once, B or P if a retry blocks its key or lets pass, for how many tasks a lease waits, and for how many milliseconds.
         *
         * @return the text
         */
        public String text() {
            String names = String.join(",", limits);
            if (keyOrder == null && least == 1) {
                return names;
            }
            String order = keyOrder == null
                    ? "|"
                    : keyOrder.concurrency() + (keyOrder.onRetry() == OnRetry.BLOCK_KEY ? "|B" : "|P");
            return String.join("|", order, least == 1 ? "|" : least + "|" + waitMillis, names);
        }

        /**
         * Reads a rule.
         *
         * @param text a text as {@link #text} returns it
         * @return the rule
         */
        public static LeaseRule read(String text) {
            String[] parts = (text.contains("|") ? text : "||||" + text).split("\\|", -1);
            OnRetry onRetry = parts[1].equals("P") ? OnRetry.LET_PASS : OnRetry.BLOCK_KEY;
            return new LeaseRule(
                    names(parts[4]),
                    parts[0].isEmpty() ? null : new KeyOrder(Integer.parseInt(parts[0]), onRetry),
                    parts[2].isEmpty() ? 1 : Integer.parseInt(parts[2]),
                    Long.parseLong("0" + parts[3]));
        }

        /** Reads names with commas between. */
        private static List<String> names(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split(","));
        }

        /** {@return the rule in the words of annotations, without what is not set} */
        @Override
        public String toString() {
            return "limits " + (limits.isEmpty() ? "none" : String.join(",", limits))
                    + (keyOrder == null
                            ? ""
                            : ", keyConcurrency " + keyOrder.concurrency() + ", onRetry " + keyOrder.onRetry())
                    + (least == 1 ? "" : ", batchLeast " + least + ", batchWait " + waitMillis + "ms");
        }

        /** Copies the rule with other limits. */
        LeaseRule withLimits(List<String> others) {
            return new LeaseRule(others, keyOrder, least, waitMillis);
        }

        /**
         * Copies the rule with an order of keys, unless it has its own.
         *
         * @param order the order, or null
         * @return the copy
         */
        public LeaseRule withOrder(@Nullable KeyOrder order) {
            return keyOrder == null ? new LeaseRule(limits, order, least, waitMillis) : this;
        }
    }

    /**
     * Copies rules.
     *
     * @param group the group
     * @param texts the texts by field
     */
    public Rules(String group, Map<String, String> texts) {
        this.group = group;
        this.texts = new TreeMap<>(texts);
    }

    /** {@return the texts by field, without empty ones} */
    public Map<String, String> texts() {
        return texts;
    }

    String text(String field) {
        return texts.getOrDefault(field, "");
    }

    /**
     * Sets a text.
     *
     * @param field the field
     * @param text the text
     */
    public void put(String field, String text) {
        texts.compute(field, (same, before) -> text.isEmpty() ? null : text);
    }

    /** {@return the topics that have a rule, or are those of a limit} */
    public Set<String> topics() {
        Set<String> topics = new TreeSet<>(texts.subMap("A", "{").keySet());
        limits().forEach(limit -> topics.addAll(names(limit)));
        return topics;
    }

    /** Returns the fields of the limits in the order of their names. */
    Set<String> limits() {
        return texts.subMap(LIMIT, "&").keySet();
    }

    /** Returns the topics whose rules name a limit. */
    private List<String> topicsNaming(String limit) {
        return topics().stream().filter(topic -> names(topic).contains(limit)).toList();
    }

    /**
     * Returns the time with which a text begins.
     *
     * @param field the field
     * @return the time since the epoch, 0 without a text: the end of a hold in milliseconds, or spent tokens in microseconds
     */
    public long until(String field) {
        return Long.parseLong("0" + text(field).split("\\|")[0]);
    }

    /**
     * Returns the names with which a text ends.
     *
     * @param field the field
     * @return the limits of a topic, or the topics of a limit
     */
    public List<String> names(String field) {
        String text = text(field);
        return LeaseRule.names(text.substring(text.lastIndexOf('|') + 1));
    }

    /**
     * Returns the rule of a topic.
     *
     * @param topic the topic
     * @return the rule, without limits, order and batches if the topic has none
     */
    public LeaseRule rule(String topic) {
        return LeaseRule.read(definition(topic));
    }

    /** Returns what a declaration says of a limit or a topic, or has said last. */
    String definition(String field) {
        String text = text(field);
        int end = field.startsWith(LIMIT) ? Math.max(0, text.lastIndexOf('|')) : text.length();
        return field.startsWith(DECLARED) ? text : text.substring(text.indexOf('|') + 1, end);
    }

    /**
     * Returns a limit.
     *
     * @param field the field of the limit, or of what was declared last of the limit
     * @return the limit; null if it is missing
     */
    public @Nullable Limit limit(String field) {
        String[] parts = definition(field).split("\\|", -1);
        if (parts.length == 1) {
            return null;
        }
        String name = field.substring(field.indexOf(LIMIT) + 1);
        Rate rate = parts[1].isEmpty() ? null : Rate.valueOf(parts[1]);
        return new Limit(group, name, number(parts[0]), rate, number(parts[2]));
    }

    private static @Nullable Integer number(String text) {
        return text.isEmpty() ? null : Integer.valueOf(text);
    }

    /** Returns the text of a limit, which {@link #limit} reads: its concurrency, rate and burst with bars between. */
    static String text(Limit limit) {
        return Stream.of(limit.concurrency(), limit.rate(), limit.rate() == null ? null : limit.tokens())
                .map(value -> Objects.toString(value, ""))
                .collect(joining("|"));
    }

    /**
     * Sets a limit, or the rule of a topic, to what a declaration says. The limits get the topics whose rules name them. A topic's own limit goes with the
     * last rule that names the limit. A topic keeps the order of keys that it has if the declaration has none, because there may be tasks with keys.
     *
     * @param field the field
     * @param definition a text of a declaration; an empty text removes a limit
     * @throws io.delayqueue.InvalidSettingException if a limit has more topics than it may
     */
    public void define(String field, String definition) {
        if (field.startsWith(LIMIT)) {
            List<String> topics = topicsNaming(field.substring(1));
            String subject = "limit " + group + "/" + field.substring(1);
            require(topics.size() <= Limit.MAX_TOPICS, subject, "topics", "must be at most 16", topics.size());
            put(field, definition.isEmpty() ? "" : until(field) + "|" + definition + "|" + String.join(",", topics));
            return;
        }
        Set<String> limits = new TreeSet<>(names(field));
        put(
                field,
                until(field) + "|"
                        + LeaseRule.read(definition)
                                .withOrder(rule(field).keyOrder())
                                .text());
        hold(field, until(field));
        limits.addAll(names(field));
        if (limits.contains(field) && topicsNaming(field).isEmpty()) {
            texts.keySet().removeAll(List.of(LIMIT + field, DECLARED + LIMIT + field));
        }
        limits.stream().map(LIMIT::concat).forEach(limit -> define(limit, definition(limit)));
    }

    /**
     * Checks that limits and rules fit together.
     *
     * @throws io.delayqueue.InvalidSettingException if the batches of a topic wait for more tasks than a limit of the topic allows
     */
    void check() {
        for (String field : limits()) {
            Limit limit = requireNonNull(limit(field));
            names(field).forEach(topic -> requireRoom(limit, topic, rule(topic).least()));
        }
    }

    private static void requireRoom(Limit limit, String topic, int least) {
        String subject = "limit " + limit.group() + "/" + limit.name();
        String rule = "must be at least " + least + ", because " + limit.name() + " lets %d tasks %s, and a batch of "
                + topic + " waits for " + least;
        Integer most = limit.concurrency();
        require(most == null || most >= least, subject, "concurrency", rule.formatted(most, "run"), most);
        int tokens = limit.tokens();
        require(limit.rate() == null || tokens >= least, subject, "burst", rule.formatted(tokens, "begin"), tokens);
    }

    /** Removes a limit, and its name in the rules of topics and in all declarations. Returns whether there was a limit or a declaration of one. */
    boolean remove(String limit) {
        boolean isThere = texts.keySet().removeAll(List.of(LIMIT + limit, DECLARED + LIMIT + limit));
        texts.keySet()
                .removeIf(field -> field.startsWith(DECLARED) && names(field).contains(limit));
        for (String topic : topicsNaming(limit)) {
            List<String> others = new ArrayList<>(names(topic));
            others.remove(limit);
            define(topic, rule(topic).withLimits(others).text());
        }
        return isThere;
    }

    /**
     * Holds a topic or a limit.
     *
     * @param field the field
     * @param until the end of the hold in milliseconds since the epoch; 0 ends a hold
     * @return true
     */
    public boolean hold(String field, long until) {
        String rest = text(field).replaceFirst("^\\d*\\|?", "|");
        put(field, until == 0 && rest.equals("|") ? "" : until + rest);
        return true;
    }

    /**
     * Holds a topic unless it is held for longer than another time.
     *
     * @param topic the topic
     * @param until the end of the hold in milliseconds since the epoch; 0 ends a hold
     * @param unless the other time
     * @return the end of the hold before; 0 if there was none
     */
    public long hold(String topic, long until, long unless) {
        long before = until(topic);
        if (before < unless) {
            hold(topic, until);
        }
        return before;
    }

    /**
     * Returns the end of a hold, before that of a pause.
     *
     * @param until the end
     * @return the end in milliseconds since the epoch
     */
    public static long millis(Instant until) {
        Instant last = Instant.ofEpochMilli(TaskEdit.PAUSED_UNTIL - 1);
        return until.isBefore(Instant.EPOCH) ? 0 : until.isAfter(last) ? last.toEpochMilli() : until.toEpochMilli();
    }

    /** Returns by topic the limits that are missing, or have the topic without a rule that names them, or the other way round. */
    Map<String, Set<String>> mismatches() {
        Map<String, Set<String>> found = new TreeMap<>();
        for (String topic : topics()) {
            Set<String> limits = new TreeSet<>(names(topic));
            limits().stream()
                    .filter(limit -> names(limit).contains(topic))
                    .map(limit -> limit.substring(1))
                    .filter(limit -> !limits.remove(limit))
                    .forEach(limits::add);
            if (!limits.isEmpty()) {
                found.put(topic, limits);
            }
        }
        return found;
    }

    /**
     * Removes the rule of a topic, and what was declared of it, unless its own limit was changed at run time.
     *
     * @param topic the topic
     */
    public void forget(String topic) {
        if (definition(LIMIT + topic).equals(text(DECLARED + LIMIT + topic))) {
            define(topic, "");
            texts.keySet().removeAll(List.of(topic, DECLARED + topic));
        }
    }
}
