package io.delayqueue.store;

import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Limits of the topics of a group. A reserve leases no more tasks of a topic than each limit of the topic allows. A limit that is missing limits
 * nothing. A limit has the topics whose rules name it, at most {@link Limit#MAX_TOPICS}; nothing else adds or removes a topic.
 *
 * <p>Each call that changes something is one atomic step. When a call, the end of a lease, or the end of a hold allows
 * more leases than before, each topic of the limits gets a signal if the topic has ready tasks. Throws the exceptions of {@link TaskStore}. Thread-safe.
 */
public interface LimitStore {

    /** First character of the key of a limit; that of a topic is its name. */
    String LIMIT = "%";

    /**
     * What the code of an application says of limits.
     *
     * @param limits complete limits of one group, each name once
     * @param topics by the name of each topic of this application the names of its limits, at most {@link Limit#MAX_OF_TOPIC}, all different; an
     *     empty list if the topic has none. A limit with the name of the topic is the topic's own one
     */
    record Declaration(Collection<Limit> limits, Map<String, List<String>> topics) {

        /** Copies the limits and the topics. */
        public Declaration {
            limits = List.copyOf(limits);
            topics = Map.copyOf(topics);
        }

        /**
         * Returns the declaration as texts, limits first. That of a limit is its concurrency, rate and burst with bars between, by its name behind
         * {@link #LIMIT}; that of a topic the names of its limits with commas between, by its name.
         *
         * @return a new map
         */
        public SortedMap<String, String> texts() {
            SortedMap<String, String> texts = new TreeMap<>();
            limits.forEach(limit -> texts.put(LIMIT + limit.name(), text(limit)));
            topics.forEach((topic, names) -> texts.put(topic, String.join(",", names)));
            return texts;
        }

        /**
         * Returns the text of a limit.
         *
         * @param limit the limit
         * @return its concurrency, rate and burst with bars between
         */
        public static String text(Limit limit) {
            return Stream.of(limit.concurrency(), limit.rate(), limit.rate() == null ? null : limit.tokens())
                    .map(value -> Objects.toString(value, ""))
                    .collect(Collectors.joining("|"));
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
     * @return the texts before, perhaps empty, of all that was written; perhaps fewer if a first reply was lost
     * @throws io.delayqueue.InvalidSettingException if a limit would have too many topics; nothing is written
     */
    SortedMap<String, String> declare(String group, Declaration declaration, BiPredicate<String, String> isLive);

    /**
     * Returns limits of a group, in the order of their names.
     *
     * @param group the group
     * @return the limits
     */
    List<LimitInfo> list(String group);

    /**
     * Sets a limit until it is reset, or its code changes. A new limit gets the topics whose rules name it; if no rule does, it becomes the own limit of the
     * topic of its name. A hold, and the tokens spent, outlast the change.
     *
     * @param limit the complete limit
     * @throws io.delayqueue.InvalidSettingException if the topic of a new own limit has {@link Limit#MAX_OF_TOPIC} limits already
     */
    void set(Limit limit);

    /**
     * Sets a limit to what was declared last. {@linkplain #remove Removes} a limit that was not declared.
     *
     * @param group the group
     * @param name the name of the limit
     * @return whether there is such a limit, or a declaration of one
     */
    boolean reset(String group, String name);

    /**
     * Removes a limit, its hold, its declaration, and its name in the rules of all topics and their declarations. The next call of an application
     * that declares the limit writes it again.
     *
     * @param group the group
     * @param name the name of the limit
     * @return whether there was such a limit, or a declaration of one
     */
    boolean remove(String group, String name);

    /**
     * Returns what does not fit of limits and the rules of topics, because another program or a loss has changed the store.
     *
     * @param group the group
     * @param repair whether to give each of these limits the topics whose rules name it, and to {@linkplain #remove remove} it if it is missing
     * @return by the names of topics the names of limits that are missing, or that have the topic without being named by its rule, or the other way
     *     round
     */
    Map<String, Set<String>> audit(String group, boolean repair);

    /**
     * Holds a limit: no task of its topics is leased until an instant. Replaces an earlier hold, and so may end a hold sooner.
     *
     * @param group the group
     * @param name the name of the limit
     * @param until the end of the hold, before the year 10000; an instant that is over ends the hold
     * @return whether there is such a limit
     */
    boolean hold(String group, String name, Instant until);
}
