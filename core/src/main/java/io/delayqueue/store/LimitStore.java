package io.delayqueue.store;

import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the topics of a group. A reserve leases no more tasks of a topic than each limit of the topic allows. A limit that is missing limits
 * nothing. A limit has the topics whose rules name it, at most {@link Limit#MAX_TOPICS}; nothing else adds or removes a topic.
 *
 * <p>Each call but {@link #list} and {@link #rule} is one atomic step. When a call, the end of a lease, or the end of a hold allows
 * more leases than before, each topic of the limits gets a signal if the topic has ready tasks. Throws the exceptions of {@link TaskStore}. Thread-safe.
 */
public interface LimitStore {

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
    }

    /**
     * What a declaration has changed.
     *
     * @param limits by the names of limits that were written what they were before, which may be the same; null for a missing one
     * @param topics by the names of topics whose rules were written the names of their limits before
     * @param waits whether something differs from what was declared last, and was not written because live instances declare that, or may
     */
    record Changes(Map<String, @Nullable Limit> limits, Map<String, List<String>> topics, boolean waits) {}

    /**
     * Rule of a topic.
     *
     * @param paused whether the topic is paused
     * @param heldUntil the end of a hold; null if the topic is paused or not held
     * @param limits the limits of the topic; missing ones are left out
     */
    record TopicRule(boolean paused, @Nullable Instant heldUntil, List<LimitInfo> limits) {}

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
     * @param live what the code of other live instances of the group says; null if it is what was declared last, so that only what is missing is
     *     written
     * @return what was written; perhaps less if a first reply was lost
     * @throws io.delayqueue.InvalidSettingException if a limit would have too many topics; nothing is written
     */
    Changes declare(String group, Declaration declaration, @Nullable Collection<Declaration> live);

    /**
     * Returns limits of a group, in the order of their names.
     *
     * @param group the group
     * @return the limits
     */
    List<LimitInfo> list(String group);

    /**
     * Returns the rule of a topic.
     *
     * @param topic the topic
     * @return the rule; without a pause, a hold and limits if the topic has none
     */
    TopicRule rule(TopicName topic);

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
