package io.delayqueue.monitor;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Inspects a store: its instances, its time, the tasks that will be due, its payloads and its consistency. A consistent store has each task in exactly one state, and no
 * remains of removed tasks. This library keeps it consistent; manual changes, a restored backup or a lost part of a cluster may
 * not.
 *
 * <p>{@link #audit} and {@link #repair} read a whole group in many small atomic steps of some hundred entries each, while the group
 * continues to work. Tasks that move meanwhile are not findings: an entry and everything that belongs to it are read at the same
 * moment. Thread-safe.
 */
public interface DelayQueueInspector {

    /** Maximum number of dead letters that one call groups. */
    int MAX_GROUPED = 10_000;

    /** Maximum number of {@link #nextRuns next runs}. */
    int MAX_RUNS = 100;

    /**
     * Checks a group without changes.
     *
     * @param group the group
     * @return the findings
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    AuditReport audit(String group);

    /**
     * Checks a group and repairs the findings, each in one atomic step that checks it again. Tasks rather run late than never, and
     * rather twice than not at all. Can be repeated.
     *
     * @param group the group
     * @return the findings and their repairs
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time; earlier repairs stay
     * @throws TaskStoreException if the store refuses it; earlier repairs stay
     */
    AuditReport repair(String group);

    /**
     * Reads the payloads of a group's unfinished tasks and dead letters with the types of this engine's callbacks, as attempts would,
     * and changes nothing: a dry run before an upgrade. Callback classes that tasks carry are loaded, and their arguments read.
     * Constructors and deserializers of payloads and arguments are called; callbacks, validation and interceptors are not. The engine
     * need not be started, so this can be the new version of an application.
     *
     * <p>Topics without a callback here are skipped; with allowed callback classes, only their tasks that carry none. Tasks are read by
     * topic and state in pages: delayed, ready, reserved, dead. Memory does not depend on their number. Tasks that are added or removed
     * meanwhile may be missing. One that moves may be counted in each of its states, or in none if it goes back, by a retry or a
     * requeue.
     *
     * @param group the group
     * @param atMost the time after which no further page is read, at least 1 ms; the topics that are left are then not complete
     * @return the number of tasks and of unreadable ones by topic, and the first of them with the reason
     * @throws InvalidTaskException if the group's name breaks the rule, or the time is too short
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    PayloadReport checkPayloads(String group, Duration atMost);

    /**
     * Groups the dead letters of a topic by the exceptions of their last failures: the newest dead letters first, a part at a time.
     *
     * @param group the group
     * @param topic the topic
     * @param from {@link DeadLetterGroups#next()} of the part before, or null to begin with the newest
     * @param limit maximum number of dead letters to read, from 1 to {@link #MAX_GROUPED}
     * @return the groups of this part alone. At most 20 calls of the store are made, each of which reads at most 500 dead letters and
     *     some 1 MB of failures: a part can have fewer than the limit, and a next part
     * @throws InvalidTaskException if a name breaks the rule, the limit is out of range, or no part of this topic can have returned
     *     that
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    DeadLetterGroups groupDeadLetters(String group, String topic, @Nullable String from, int limit);

    /**
     * Lists the tasks of a topic that are being retried: an attempt failed, or was {@linkplain io.delayqueue.RetryTaskException postponed}, since the task
     * was added or requeued, and since then neither has its occurrence ended nor has the task died. Such a task waits for its next attempt, is ready for
     * it, or runs. A task whose lease ended is not listed for that. Two calls of the store, and more if the tasks are large.
     *
     * @param topic the topic
     * @param cursor the cursor of the page before, or null for the first page
     * @param limit maximum number of tasks, from 1 to {@link io.delayqueue.TopicOperations#MAX_PAGE}
     * @return a page, possibly with fewer tasks than the limit, even none, and yet a cursor: first the tasks whose next attempts are the
     *     latest. A task that was rescheduled since its last attempt keeps its place
     * @throws InvalidTaskException if the limit is out of range, or the cursor is not one of a page of this topic
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    TaskPage retrying(TopicName topic, @Nullable String cursor, int limit);

    /**
     * Groups the tasks of a topic that are being retried by the exceptions of their last failures, as {@link #groupDeadLetters} groups
     * dead letters: those with the latest next attempts first. The times of a group are those of the next attempts, as the
     * retries have set them. The tasks are not read, so tasks are counted too that an earlier version has ended since.
     *
     * @param topic the topic
     * @param cursor {@link DeadLetterGroups#next()} of the part before, or null to begin
     * @param limit maximum number of tasks to count, from 1 to {@link #MAX_GROUPED}
     * @return the groups of this part alone, with the same bounds
     * @throws InvalidTaskException if the limit is out of range, or no part of this topic can have returned the cursor
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    DeadLetterGroups retryingKinds(TopicName topic, @Nullable String cursor, int limit);

    /**
     * Counts tasks of some topics of several groups, in as few calls as possible: at most 200 topics in each, and one group if the store
     * is a Redis Cluster. Numbers of one call are of the same moment.
     *
     * @param topics the topics by group; those without a task have zeros
     * @param windows the lengths of windows, as in {@link #forecast(String, List)}
     * @return the forecasts in the given order; empty, without a call of the store, if no topic is given
     * @throws InvalidTaskException if a name breaks the rule, or the windows do
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it, as for a user without access to one of the groups
     */
    List<TopicForecast> forecast(Map<String, ? extends Collection<String>> topics, List<Duration> windows);

    /**
     * Counts the tasks of a group by topic and state, and those that fall due within windows from now. The cost depends on the number of topics and windows,
     * and hardly on the number of tasks. Numbers of one topic are of the same moment; those of many topics are not, because the store
     * counts some 200 topics in a call.
     *
     * @param group the group
     * @param windows the lengths of at most {@link TopicForecast#MAX_WINDOWS} windows, each from 1 ms to 36,500 days and rounded down
     *     to milliseconds; {@link TopicForecast#DEFAULT_WINDOWS} for instance
     * @return the forecasts of every topic that has or had a task, in no particular order; a topic that is not registered and has no
     *     task may be missing
     * @throws InvalidTaskException if the group's name breaks the rule, or the windows do
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<TopicForecast> forecast(String group, List<Duration> windows);

    /**
     * Counts the tasks of some topics of a group that fall due within windows from now, as {@link #forecast(String, List)} does.
     *
     * @param group the group
     * @param topics the topics; those without a task have zeros
     * @param windows the lengths of the windows
     * @return the forecasts in the given order; empty, without a call of the store, if no topic is given
     * @throws InvalidTaskException if a name breaks the rule, or the windows do
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<TopicForecast> forecast(String group, Collection<String> topics, List<Duration> windows);

    /**
     * Lists the repeating tasks of a group in the order of their ids, without payloads. One call of the store, whose cost depends on
     * the limit and not on the number of tasks, and one that reads the group's {@linkplain #instances instances}. A task that an earlier version has added is listed once an occurrence of it has ended.
     *
     * @param group the group
     * @param cursor the cursor of the page before, or null for the first page
     * @param limit maximum number of tasks, from 1 to {@link io.delayqueue.TopicOperations#MAX_PAGE}
     * @return a page, possibly with fewer tasks than the limit, even none, and yet a cursor. A task that is there all the while is
     *     listed once
     * @throws InvalidTaskException if the group's name breaks the rule, the limit is out of range, or the cursor is not one of a page
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    RepeatingTasks repeatingTasks(String group, @Nullable String cursor, int limit);

    /**
     * Returns the instances of a group: every running engine of any application that has callbacks for it or declares it; those
     * that have added to it within the last minute; and those that ended without a stop within the last minutes. One call of the
     * store. This engine needs no callbacks, and need not be started.
     *
     * <p>The counters of an instance begin at zero with each start of its engine. Take differences by instance between two calls; a
     * new name, or a counter that has decreased, is a new start. The data is up to ten seconds old, or two if this method is called
     * at least every half minute.
     *
     * @param group the group
     * @return the instances in the order of their names; empty if there are none
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<InstanceInfo> instances(String group);

    /**
     * Records the work of all instances of a group since the last record, for {@link #pastWork}, unless that is less than {@link
     * PastWork#INTERVAL} old. Call it slightly more rarely than at that interval. Any number of instances may: each part is recorded
     * once. The records of a group expire 25 hours after the last one. The numbers are those of the last heartbeats, which do not become more
     * frequent. At most two calls of the store.
     *
     * @param group the group
     * @return whether it was recorded: false if it is not due, or another instance has recorded at the same time
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    boolean recordWork(String group);

    /**
     * Returns the work of all instances of a group in the day before the last {@linkplain #recordWork record}. The web module records the
     * work of all registered groups while an application with it runs. One call of the store.
     *
     * @param group the group
     * @return the parts in the order of their times, at most 288; empty if nothing is recorded
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<PastWork> pastWork(String group);

    /**
     * Returns unregistered topics, also of unregistered groups: those to which tasks were added, and those that were removed from the
     * registry. They may have tasks, which wait. Those without tasks are forgotten once a minute while an engine runs. One call
     * of the store.
     *
     * @return the topics, the newest first, at most 1,000
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    Set<TopicName> unregisteredTopics();

    /**
     * Returns the keys of a topic with the most tasks behind. One call of the store.
     *
     * @param topic the topic
     * @param limit how many keys at most, from 1 to 100
     * @return the keys
     * @throws io.delayqueue.InvalidTaskException if the limit is out of its range
     * @throws io.delayqueue.TaskStoreException if the store fails
     */
    TopicKeys keys(TopicName topic, int limit);

    /**
     * Returns the first tasks of a key that are ready or run, or block the key while they wait for another attempt: those that the others wait for,
     * then those behind in the order in which they will be ready. Two calls of the store, and more if the tasks are large.
     *
     * @param topic the topic
     * @param key the key
     * @param limit how many tasks at most, from 1 to 500
     * @return the tasks, without payloads, perhaps none
     * @throws io.delayqueue.InvalidTaskException if the key or the limit breaks its rule
     * @throws io.delayqueue.TaskStoreException if the store fails
     */
    List<TaskInfo> tasksOfKey(TopicName topic, String key, int limit);

    /** Maximum number of keys of one call of {@link #keys}. */
    int MAX_KEYS = 100;

    /**
     * Returns the limits of a group over all instances, those of one topic included. Some calls of the store, whose cost depends on
     * the number of limits and of topics that have them.
     *
     * @param group the group
     * @return the limits in the order of their names
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<LimitInfo> limits(String group);

    /**
     * Sets a limit for all instances, at once. What is set stays until the limit is set again or {@linkplain #resetLimit reset}, or a new version
     * of its application declares another limit than before; starts of the same version keep it. Leases that exist stay: if there are more than the
     * new concurrency, no task begins until enough of them have ended. A new limit that no topic has becomes that of the topic of its name.
     *
     * @param limit the limit
     * @throws io.delayqueue.InvalidSettingException if the limit is not complete, or its topic has too many limits
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    void setLimit(Limit limit);

    /**
     * Sets a limit to what an application has declared last. Removes a limit that was set and not declared. A hold stays.
     *
     * @param group the group
     * @param name the name of the limit
     * @return whether there was such a limit
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    boolean resetLimit(String group, String name);

    /**
     * Removes a limit, which no topic has then: one that no application declares any more. An instance that declares the limit writes it again within ten
     * seconds.
     *
     * @param group the group
     * @param name the name of the limit
     * @return whether there was such a limit
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    boolean removeLimit(String group, String name);

    /**
     * Holds a limit: no task of its topics begins until a time. Running callbacks continue. Replaces an earlier hold.
     *
     * @param group the group
     * @param name the name of the limit
     * @param until the end of the hold by the store's clock, before the year 10000; a time that is over ends a hold
     * @return whether there is such a limit
     * @throws InvalidTaskException if a name breaks the rule, or the time does
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     * @see io.delayqueue.TopicOperations#hold
     */
    boolean holdLimit(String group, String name, Instant until);

    /**
     * Returns the reason why a task waits. Some calls of the store; as {@link #instances} if no limit and no hold is the reason.
     *
     * @param group the group
     * @param id the task's id
     * @return the reason; empty if there is no such task, or it is reserved or a dead letter
     * @throws InvalidTaskException if the group's name or the id breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    Optional<TaskWait> whyWaiting(String group, String id);

    /**
     * Returns the reason why ready tasks of a topic wait, or would wait. Some calls of the store; as {@link #instances} if no
     * limit and no hold is the reason.
     *
     * @param topic the topic
     * @return the reason; empty if no task of the topic is ready, and nothing would keep one waiting
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    Optional<TaskWait> whyWaiting(TopicName topic);

    /**
     * Returns the history of a topic. No call of the store.
     *
     * @param topic the topic
     * @return the history, empty if none was ever kept
     */
    TopicHistory history(TopicName topic);

    /**
     * Counts the records of topics of a group. A call of the store for each 200 topics, and one.
     *
     * @param group the group
     * @param topics the topics
     * @return the numbers, in the order of the topics; zeros of topics without a history
     * @throws InvalidTaskException if a name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<HistoryCounts> histories(String group, Collection<String> topics);

    /**
     * Returns the time by the clock that decides when tasks are due: that of the group's server. One call of the store.
     *
     * @param group the group
     * @return the time, to the millisecond
     * @throws InvalidTaskException if the group's name breaks the rule
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    Instant storeTime(String group);

    /**
     * Returns the due times of the next occurrences of a repeating task. They are computed from the task as it was found, as if each
     * occurrence ended at once; missed ones collapse into one. Times of cron expressions are those of this engine's {@link
     * io.delayqueue.CronSchedule}. At most one call of the store.
     *
     * @param task the task as it was found
     * @param limit maximum number of times, from 1 to {@link #MAX_RUNS}
     * @return the times in their order: first that of a delayed task of which no attempt has begun. Empty for a task that does not
     *     repeat, and for a dead letter. Times after a fixed delay are unknown until the occurrence has ended, and those of an
     *     expression that this engine cannot evaluate are missing
     * @throws InvalidTaskException if the limit is out of range
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    List<Instant> nextRuns(TaskInfo task, int limit);

    /**
     * Returns the {@linkplain io.delayqueue.TaskContext#progress progress} that the attempt in which a task was found has reported, as
     * of the last heartbeat of its instance; never that of another attempt. Reads {@linkplain #instances heartbeats} in one call of
     * the store, and makes none unless the task was found RESERVED.
     *
     * @param task the task as it was found
     * @return the progress; empty if the attempt has reported none, or 20 others of the group and the instance have reported since
     * @throws TaskStoreUnavailableException if the store does not answer in time
     * @throws TaskStoreException if the store refuses it
     */
    Optional<TaskRecord.Progress> progress(TaskInfo task);
}
