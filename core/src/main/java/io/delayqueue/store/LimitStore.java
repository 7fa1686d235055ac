package io.delayqueue.store;

import static io.delayqueue.InvalidSettingException.require;
import static io.delayqueue.store.Rules.DECLARED;
import static io.delayqueue.store.Rules.LIMIT;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.delayqueue.TaskCounts;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the topics of a group. A reserve leases no more tasks of a topic than each limit of the topic allows. A limit that is missing limits
 * nothing. A limit has the topics whose rules name it, at most {@link Limit#MAX_TOPICS}; nothing else adds or removes a topic.
 *
 * <p>Each call that changes something is one atomic step. When a call, the end of a lease, or the end of a hold allows
 * more leases than before, each topic of the limits gets a signal if the topic has ready tasks. Throws the exceptions of {@link TaskStore}. Thread-safe.
 *
 * <p>All stores change the same {@link Rules}. A store has {@link #change} alone.
 */
public interface LimitStore {

    /**
     * What the code of an application says of limits.
     *
     * @param limits complete limits of one group, each name once
     * @param topics by the name of each topic of this application its rule. A limit with the name of the topic is the topic's own one
     */
    record Declaration(Collection<Limit> limits, Map<String, LeaseRule> topics) {

        /**
         * Returns the declaration as texts, limits first. That of a limit is its concurrency, rate and burst with bars between, by its name behind
         * {@link Rules#LIMIT}; that of a topic is the text of its rule, by its name.
         *
         * @return a new map
         */
        public SortedMap<String, String> texts() {
            SortedMap<String, String> texts = new TreeMap<>();
            limits.forEach(limit -> texts.put(LIMIT + limit.name(), Rules.text(limit)));
            topics.forEach((topic, rule) -> texts.put(topic, rule.text()));
            return texts;
        }
    }

    /**
     * Writes limits, and the rules of topics, as the code of an application has them.
     *
     * <p>Of each limit and of each topic the store keeps what was declared last; a topic of which nothing is kept has no limits. A limit or the limits of a
     * topic are written, and kept as declared last, if they are missing, or if the declaration differs from what was declared last and no live instance
     * declares that. So a change at run time outlasts the declaration that it has changed, and a changed declaration takes effect; a second call with the
     * same declaration changes nothing. A hold, the tokens spent, and the topics of a limit outlast the change of a limit. A topic's own limit is
     * removed with the last rule that names it.
     *
     * @param group the group
     * @param declaration what the code says
     * @param isLive says whether another live instance declares a text, given its key and the text; called where the declaration differs from the
     *     last one, perhaps several times
     * @return the changes
     * @throws io.delayqueue.InvalidSettingException if a limit would have too many topics, or would be smaller than what the batches of a topic wait
     *     for; nothing is written
     */
    default Changes declare(String group, Declaration declaration, BiPredicate<String, String> isLive) {
        return change(group, null, all -> {
            Changes changes = new Changes(new TreeMap<>(), new TreeMap<>());
            declaration.texts().forEach((field, declared) -> {
                String last = all.text(DECLARED + field);
                boolean differs = !last.equals(declared);
                if (differs && !last.isEmpty() && isLive.test(field, last)) {
                    changes.waiting().put(field, last);
                } else if (differs || !declared.isEmpty() && all.text(field).isEmpty()) {
                    changes.before().put(field, all.definition(field));
                    all.define(field, declared);
                    all.put(DECLARED + field, declared);
                }
            });
            if (!changes.before().isEmpty()) {
                all.check();
            }
            return changes;
        });
    }

    /**
     * What a declaration changes, by the keys of its texts.
     *
     * @param before the texts before, perhaps empty, of all that was written; perhaps fewer if a first reply was lost
     * @param waiting the texts declared last that live instances declare, instead of which nothing was written
     */
    record Changes(SortedMap<String, String> before, SortedMap<String, String> waiting) {}

    /**
     * Returns limits of a group, in the order of their names.
     *
     * @param group the group
     * @return the limits
     */
    default List<LimitInfo> list(String group) {
        Rules all = change(group, null, Function.identity());
        if (all.limits().isEmpty()) {
            return List.of();
        }
        // At least one is counted, because the time comes with the counts.
        Set<String> counted = all.topics();
        counted.add(group);
        List<TopicForecast> forecasts = topics().forecast(group, counted, List.of());
        long now = forecasts.get(0).at().toEpochMilli();
        Map<String, TaskCounts> counts = forecasts.stream()
                .map(TopicForecast::counts)
                .collect(toMap(one -> one.topic().topic(), one -> one));
        return all.limits().stream().map(field -> info(field, all, counts, now)).toList();
    }

    private static LimitInfo info(String field, Rules all, Map<String, TaskCounts> counts, long now) {
        Limit limit = requireNonNull(all.limit(field));
        List<String> users = all.names(field).stream().sorted().toList();
        List<TaskCounts> counted = users.stream().map(counts::get).toList();
        double interval = limit.rate() == null ? 0 : limit.rate().intervalMicros();
        double spent = all.until(Rules.SPENT + limit.name()) - (limit.tokens() - 1) * interval - Rules.AHEAD_MICROS;
        return new LimitInfo(
                limit,
                all.limit(DECLARED + field),
                counted.stream().mapToLong(TaskCounts::reserved).sum(),
                counted.stream().mapToLong(TaskCounts::ready).sum(),
                ahead(all.until(field), now),
                limit.rate() == null ? null : ahead((long) Math.ceil(spent / 1_000), now),
                users);
    }

    private static @Nullable Instant ahead(long millis, long now) {
        return millis > now ? Instant.ofEpochMilli(millis) : null;
    }

    /**
     * Sets a limit until it is reset, or its code changes. A new limit gets the topics whose rules name it; if no rule does, it becomes the own limit of the
     * topic of its name. A hold, and the tokens spent, outlast the change.
     *
     * @param limit the complete limit
     * @throws io.delayqueue.InvalidSettingException if the topic of a new own limit has {@link Limit#MAX_OF_TOPIC} limits already, or more than
     *     {@link Limit#MAX_TOPICS} rules name a new limit, or the limit is smaller than what the batches of a topic wait for
     */
    default void set(Limit limit) {
        String name = limit.name();
        change(limit.group(), null, all -> {
            boolean isNew = all.text(LIMIT + name).isEmpty();
            all.define(LIMIT + name, Rules.text(limit));
            if (isNew && all.names(LIMIT + name).isEmpty()) {
                Set<String> limits = new TreeSet<>(all.names(name));
                limits.add(name);
                String subject = "topic " + limit.group() + "/" + name;
                require(limits.size() <= Limit.MAX_OF_TOPIC, subject, "limits", "must be at most 2", limits);
                all.define(name, all.rule(name).withLimits(List.copyOf(limits)).text());
            }
            all.check();
            return true;
        });
    }

    /**
     * Sets a limit to what was declared last. {@linkplain #remove Removes} a limit that was not declared.
     *
     * @param group the group
     * @param name the name of the limit
     * @return whether there is such a limit, or a declaration of one
     * @throws io.delayqueue.InvalidSettingException if the declared limit is smaller than what the batches of a topic wait for
     */
    default boolean reset(String group, String name) {
        return change(group, null, all -> {
            String declared = all.text(DECLARED + LIMIT + name);
            if (declared.isEmpty()) {
                return all.remove(name);
            }
            all.define(LIMIT + name, declared);
            all.check();
            return true;
        });
    }

    /**
     * Removes a limit, its hold, its declaration, and its name in the rules of all topics and their declarations. The next call of an application
     * that declares the limit writes it again.
     *
     * @param group the group
     * @param name the name of the limit
     * @return whether there was such a limit, or a declaration of one
     */
    default boolean remove(String group, String name) {
        return change(group, null, all -> all.remove(name));
    }

    /**
     * Returns what does not fit of limits and the rules of topics, because another program or a loss has changed the store.
     *
     * @param group the group
     * @param repair whether to give each of these limits the topics whose rules name it, and to {@linkplain #remove remove} it if it is missing
     * @return by the names of topics the names of limits that are missing, or that have the topic without being named by its rule, or the other way
     *     round
     */
    default Map<String, Set<String>> audit(String group, boolean repair) {
        return change(group, null, all -> {
            Map<String, Set<String>> found = all.mismatches();
            if (repair) {
                all.limits().forEach(field -> all.define(field, all.definition(field)));
                found.values().forEach(limits -> limits.stream()
                        .filter(limit -> !all.limits().contains(LIMIT + limit))
                        .forEach(all::remove));
            }
            return found;
        });
    }

    /**
     * Holds a limit: no task of its topics is leased until an instant. Replaces an earlier hold, and so may end a hold sooner.
     *
     * @param group the group
     * @param name the name of the limit
     * @param until the end of the hold, before the year 10000; an instant that is over ends the hold
     * @return whether there is such a limit
     */
    default boolean hold(String group, String name, Instant until) {
        String field = LIMIT + name;
        return change(group, field, all -> all.limits().contains(field) && all.hold(field, Rules.millis(until)));
    }

    /**
     * Changes the rules of a group in one step.
     *
     * @param group the group
     * @param field the only field that the change reads and writes; null if it may be all
     * @param change changes the rules that the store has, perhaps several times; nothing is written if it throws
     * @return the result of the change
     * @param <T> the type of the result
     */
    <T> T change(String group, @Nullable String field, Function<Rules, T> change);

    /** {@return the store that counts the tasks of topics} */
    TopicStore topics();
}
