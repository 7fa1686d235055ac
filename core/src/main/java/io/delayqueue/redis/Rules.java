package io.delayqueue.redis;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.store.LimitStore.LIMIT;

import io.delayqueue.limit.Limit;
import io.delayqueue.store.TaskEdit;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Rules of topics and limits of a group, as Redis has them, with changes that are not written yet. Each is a text whose first part is the end of a hold and
 * whose last part is a list of names: the limits of a topic, or the topics of a limit. An empty text is none.
 */
final class Rules {

    /** First character of the field of what was declared last. */
    static final String DECLARED = "=";

    /** First character of the field of the tokens that a limit has spent. */
    static final String SPENT = "~";

    /** Field that each change changes, because a change also depends on fields that it leaves as they are. */
    private static final String REVISION = "#";

    private static final char BAR = '|';

    private static final String DEFINITION = "([1-9]\\d{0,8})?\\|([1-9]\\d{0,8}/[smh])?\\|([1-9]\\d{0,8})?";

    /** Fields with texts that can be read. */
    private static final Pattern READABLE = Pattern.compile("%.*\n\\d{1,17}\\|" + DEFINITION + "\\|[^|]*|=%.*\n"
            + DEFINITION + "|(=[^%]|#).*\n.*|\\w.*\n\\d{1,17}\\|[^|]*|~.*\n\\d{1,17}\\|.*");

    private final Map<String, String> before;

    private final Map<String, String> changes = new LinkedHashMap<>();

    private final String group;

    Rules(String group, Map<String, String> before) {
        this.group = group;
        this.before = before;
    }

    /** Returns a text; one that cannot be read is missing, so that the next declaration writes it again. */
    String text(String field) {
        String text = textBefore(field);
        boolean readable = READABLE.matcher(field + "\n" + text).matches();
        return changes.getOrDefault(field, readable ? text : "");
    }

    /** Writes a text. */
    void put(String field, String text) {
        changes.put(field, text);
    }

    /** Returns the fields whose texts differ from those before, those that go last. A pause is written again, because every pause is announced. */
    List<String> changed() {
        return changes.keySet().stream()
                .filter(field -> !text(field).equals(textBefore(field)) || isPaused(field))
                .sorted(Comparator.comparing(field -> text(field).isEmpty()))
                .toList();
    }

    /** Changes the revision if anything is changed; nothing is left of it without other fields. */
    void revise(String revision) {
        if (!changed().isEmpty()) {
            Set<String> fields = new TreeSet<>(before.keySet());
            fields.addAll(changes.keySet());
            fields.remove(REVISION);
            put(REVISION, fields.stream().allMatch(field -> text(field).isEmpty()) ? "" : revision);
        }
    }

    private boolean isPaused(String field) {
        return text(field).startsWith(TaskEdit.PAUSED_UNTIL + "|");
    }

    /** Whether other rules have what these write. */
    boolean areIn(Rules others) {
        return changed().stream().allMatch(field -> text(field).equals(others.text(field)));
    }

    /** Returns the topics that have a rule, before or from now on, and those of changed limits: a change may allow each of them more. */
    Set<String> topics() {
        Set<String> fields = new TreeSet<>(before.keySet());
        fields.addAll(changes.keySet());
        changes.keySet().stream()
                .filter(field -> field.startsWith(LIMIT))
                .forEach(field -> fields.addAll(names(field)));
        fields.removeIf(field -> !Character.isLetter(field.charAt(0)));
        return fields;
    }

    String textBefore(String field) {
        return before.getOrDefault(field, "");
    }

    /** Returns the names of the limits in their order. */
    List<String> limits() {
        return before.keySet().stream()
                .filter(field -> field.startsWith(LIMIT))
                .map(field -> field.substring(1))
                .filter(this::has)
                .sorted()
                .toList();
    }

    /** Returns the topics whose rules name a limit. */
    private List<String> topicsNaming(String limit) {
        return topics().stream().filter(topic -> names(topic).contains(limit)).toList();
    }

    boolean has(String limit) {
        return !text(LIMIT + limit).isEmpty();
    }

    long until(String field) {
        String text = text(field);
        return text.isEmpty() ? 0 : Long.parseLong(text.substring(0, text.indexOf(BAR)));
    }

    /** Returns the limits of a topic, or the topics of a limit. */
    List<String> names(String field) {
        return split(text(field));
    }

    private static List<String> split(String text) {
        String list = text.substring(text.lastIndexOf(BAR) + 1);
        return list.isEmpty() ? List.of() : List.of(list.split(","));
    }

    /** Returns what a declaration says of a limit or a topic. */
    String definition(String field) {
        String text = text(field);
        int last = text.lastIndexOf(BAR);
        return field.startsWith(LIMIT) && last > 0
                ? text.substring(text.indexOf(BAR) + 1, last)
                : text.substring(last + 1);
    }

    /** Sets a limit or the limits of a topic to what a declaration says. A missing limit gets the topics whose rules name it. */
    void define(String field, String definition) {
        if (field.startsWith(LIMIT)) {
            putLimit(field, definition, text(field).isEmpty() ? topicsNaming(field.substring(1)) : names(field));
        } else {
            setLimits(field, split(definition));
        }
    }

    /** Holds a topic or a limit until a time in milliseconds; 0 ends a hold. Returns true. */
    boolean hold(String field, long until) {
        String text = text(field);
        boolean remains = field.startsWith(LIMIT) || until > 0 || !names(field).isEmpty();
        put(field, remains ? until + (text.isEmpty() ? "|" : text.substring(text.indexOf(BAR))) : "");
        return true;
    }

    private void putLimit(String field, String definition, Collection<String> topics) {
        put(field, until(field) + "|" + definition + "|" + String.join(",", topics));
    }

    /**
     * Removes a limit, what was declared of it, and its name in the rules of topics and in their declarations. Returns whether there was a limit or a
     * declaration.
     */
    boolean removeLimit(String name) {
        boolean isThere = has(name) || !text(DECLARED + LIMIT + name).isEmpty();
        for (String topic : topicsNaming(name)) {
            List<String> others =
                    names(topic).stream().filter(other -> !other.equals(name)).toList();
            setLimits(topic, others);
            if (names(DECLARED + topic).contains(name)) {
                put(DECLARED + topic, "");
            }
        }
        put(LIMIT + name, "");
        put(DECLARED + LIMIT + name, "");
        return isThere;
    }

    /**
     * Sets the limits of a topic, which leaves those that it had and enters those that it has and that are there. Its own limit goes with the rule.
     *
     * @throws io.delayqueue.InvalidSettingException if a limit has more topics than it may
     */
    private void setLimits(String topic, List<String> limits) {
        Set<String> all = new LinkedHashSet<>(names(topic));
        all.addAll(limits);
        if (!names(topic).equals(limits)) {
            put(topic, until(topic) + "|" + String.join(",", limits));
            hold(topic, until(topic));
        }
        for (String limit : all) {
            String text = text(LIMIT + limit);
            Set<String> topics = new LinkedHashSet<>(split(text));
            boolean changes = limits.contains(limit) ? topics.add(topic) : topics.remove(topic);
            if (changes && limit.equals(topic) && topics.isEmpty()) {
                put(LIMIT + limit, "");
                put(DECLARED + LIMIT + limit, "");
            } else if (changes && !text.isEmpty()) {
                String subject = "limit " + group + "/" + limit;
                require(topics.size() <= Limit.MAX_TOPICS, subject, "topics", "must be at most 16", topics.size());
                putLimit(LIMIT + limit, definition(LIMIT + limit), topics);
            }
        }
    }

    /** Returns by topic the limits that are missing, or have the topic without a rule that names them, or the other way round. */
    Map<String, Set<String>> mismatches() {
        Map<String, Set<String>> found = new TreeMap<>();
        topics().forEach(topic -> found.put(topic, new TreeSet<>(names(topic))));
        for (String limit : limits()) {
            for (String topic : names(LIMIT + limit)) {
                Set<String> named = found.computeIfAbsent(topic, other -> new TreeSet<>());
                if (!named.remove(limit)) {
                    named.add(limit);
                }
            }
        }
        found.values().removeIf(Set::isEmpty);
        return found;
    }

    /** Gives a limit the topics whose rules name it; removes the name of a missing limit. */
    void mend(String limit) {
        if (has(limit)) {
            putLimit(LIMIT + limit, definition(LIMIT + limit), topicsNaming(limit));
        } else {
            removeLimit(limit);
        }
    }

    /** Removes the rule of a topic, and what was declared of it, unless its own limit was changed at run time. */
    void forget(String topic) {
        if (definition(LIMIT + topic).equals(text(DECLARED + LIMIT + topic))) {
            setLimits(topic, List.of());
            put(topic, "");
            put(DECLARED + topic, "");
        }
    }
}
