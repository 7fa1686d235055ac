package io.delayqueue.store;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Stores tasks, with one method for each step of their life. Each call is atomic and uses the store's clock. A store whose
 * replies can be lost repeats calls; a repeated call has the effect of one, unless the method is documented otherwise.
 * Thread-safe.
 *
 * <p>Methods that name deliveries take at most {@link #MAX_BATCH} of one group, all different. A delivery that is not its
 * task's newest, or not reserved any more, is stale: the call leaves that task alone and returns the delivery. A call whose
 * first reply was lost cannot distinguish stale deliveries from those it acknowledged itself, and returns none.
 *
 * <p>Every method throws {@link io.delayqueue.TaskStoreUnavailableException} if the store does not answer in time (the step may
 * have happened), and {@link io.delayqueue.TaskStoreException} if it refuses (it has not).
 */
public interface TaskStore {

    /** Maximum number of tasks that one call may name or move. */
    int MAX_BATCH = 500;

    /**
     * Divides entries among calls.
     *
     * @param entries the entries
     * @param most how many entries a call has at most
     * @return the entries of each call, in order; no call without entries
     * @param <T> the type of the entries
     */
    static <T> List<List<T>> batches(List<T> entries, int most) {
        return IntStream.iterate(0, from -> from < entries.size(), from -> from + most)
                .mapToObj(from -> entries.subList(from, Math.min(from + most, entries.size())))
                .toList();
    }

    /**
     * Adds tasks whose ids are not in the group, or in place of those that are there if their mode says so: they are {@link
     * io.delayqueue.TaskState#DELAYED} until a push finds them due. If a reply is lost, and no task of the call is to replace
     * another, a task that has been finished or removed before the repetition is added once more. Wakes the group's pusher if one
     * of them is due before its next check.
     *
     * @param group the group
     * @param tasks at most {@link #MAX_BATCH}
     * @return the results, in order; fewer than tasks, and at least one, if the store has refused the rest
     */
    List<AddStatus> add(String group, List<NewTask> tasks);

    /**
     * Makes due tasks, and reserved ones whose lease has ended, ready; at most {@link #MAX_BATCH} that are due and 100 whose
     * lease has ended. Topics share these numbers, and have their turns if there are many. Of several
     * instances that push a group one is elected; the others do nothing until its claim ends.
     *
     * @param group the group
     * @param instance the instance that pushes
     * @param sweep topics to check although nothing should be due there: what the store has lost of their times is repaired, and those
     *     with ready tasks but no signal get one; tasks behind get the places of tasks that are missing; usually empty
     * @param expected the store's time as this instance expects it. If the store's clock has made a step forward, tasks become
     *     due by it at once, but leases that end by it are held back for a while, so that running instances can renew them; a
     *     store whose clock is moved on purpose does not hold them back
     * @return what was done, and how long to wait
     */
    PushResult push(String group, String instance, Collection<String> sweep, ExpectedTime expected);

    /**
     * Finds the groups of one node that an instance has to push within the second, in one call for all. The instance keeps its claims
     * on the others, or shows to those that push them that it is there.
     *
     * @param instance the instance whose pushes have had nothing to do
     * @param groups the groups; each with all its topics if this instance was elected, and with none otherwise
     * @return the groups to push: those too of which the store does not know; all unless overridden
     */
    default Set<String> findBusy(String instance, Map<String, ? extends Collection<String>> groups) {
        return groups.keySet();
    }

    /**
     * Ends this instance's claim on pushing, with a message to the others; no effect without a claim.
     *
     * @param group the group
     * @param instance the instance that resigns
     */
    void resign(String group, String instance);

    /**
     * Leases ready tasks, and delayed ones of the topic that are due, to an instance, and counts an attempt for each: by priority, with turns for the lower ones, and within
     * a priority in the order of their time, in whole milliseconds, then of their ids. None of a paused topic. Of large tasks fewer than the limit and
     * than there are, but at least one.
     *
     * @param topic the topic
     * @param instance the instance that reserves them
     * @param lease how long they are its own without a renewal
     * @param limit how many at most, from 1 to {@link #MAX_BATCH}
     * @return the tasks, and how many are left
     */
    Reservation reserve(TopicName topic, String instance, Duration lease, int limit);

    /**
     * {@linkplain #push Pushes}, and then {@linkplain #reserve leases} to the same instance what is ready or due of one topic, in one
     * step. Leases nothing if this instance is not the pusher, or if another one has asked to be within the last seconds: several
     * instances share the tasks by signals.
     *
     * @param topic the topic, whose group is pushed
     * @param instance the instance that pushes and reserves
     * @param sweep topics to check for what the store has lost, as in a push
     * @param expected the store's time, as in a push
     * @param lease how long a lease lasts without a renewal
     * @param limit how many at most, from 1 to {@link #MAX_BATCH}
     * @return the moved and the leased tasks
     */
    PushAndReserveResult pushAndReserve(
            TopicName topic,
            String instance,
            Collection<String> sweep,
            ExpectedTime expected,
            Duration lease,
            int limit);

    /**
     * Gives back, unstarted, the tasks of a topic that were leased to an instance by calls whose replies were lost: their deliveries are
     * later than the last that arrived before these calls, and not known to the instance. Earlier deliveries have arrived and
     * may have run, although the store has lost their outcomes: they stay leased. Must not run while the same instance reserves
     * from the same topic.
     *
     * @param topic the topic
     * @param instance whose leases
     * @param after number of the newest delivery that arrived before the first of these calls; 0 if none did
     * @param known deliveries the instance knows of; an older delivery of a task does not stand for its newest
     * @return how many were given back
     */
    int reclaim(TopicName topic, String instance, long after, Collection<Delivery> known);

    /**
     * Records how deliveries ended.
     *
     * @param group the group
     * @param outcomes all of one {@linkplain Outcome#kind() kind}
     * @return the stale deliveries
     * @throws IllegalArgumentException if the outcomes are of several kinds
     */
    List<Delivery> acknowledge(String group, List<? extends Outcome> outcomes);

    /**
     * Makes leases last a full lease from now.
     *
     * @param group the group
     * @param deliveries the deliveries that are still running
     * @param lease how long, from now
     * @return the stale ones
     */
    List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease);

    /**
     * Finds tasks.
     *
     * @param group the group
     * @param ids at most {@link #MAX_BATCH}
     * @return for each the task, or null if there is none
     */
    List<@Nullable TaskInfo> find(String group, List<String> ids);

    /**
     * Removes tasks in any state. Their deliveries are stale from then on; the instances that run them receive a message. Large
     * tasks are removed in several atomic parts: if one fails, those before it were removed.
     *
     * @param group the group
     * @param ids at most {@link #MAX_BATCH}, all different
     * @return for each the task as it was, or null if there was none; if a first reply was lost, large tasks come without payload
     *     and errors; fewer than ids, and at least one, if the store has refused the rest
     */
    default List<@Nullable TaskInfo> remove(String group, List<String> ids) {
        return remove(group, ids, null);
    }

    /**
     * Removes tasks as {@link #remove(String, List)} does, but only some of them.
     *
     * @param group the group
     * @param ids at most {@link #MAX_BATCH}, all different
     * @param only the tasks that are removed: all others are taken for missing; null for all
     * @return what {@link #remove(String, List)} returns
     */
    List<@Nullable TaskInfo> remove(String group, List<String> ids, @Nullable TaskFilter only);

    /**
     * Sets another due time of a delayed or ready task. If the due time has come, and an attempt may have begun or been postponed, also
     * before a requeue, the options keep the due time: {@code "planned":time} at the end, before the marks of {@link #edit}. A later
     * reschedule leaves this option, and the next occurrence removes it.
     *
     * @param group the group
     * @param id its id
     * @param time when it is due: milliseconds from the store's now if {@code relative}, else since the epoch
     * @param relative whether the time counts from the store's now
     * @return the result
     */
    RescheduleResult reschedule(String group, String id, long time, boolean relative);

    /**
     * Makes changes in their order, each once: those whose name the store has are left out. The store keeps a name for a year, or until ten
     * minutes after it is {@linkplain #confirm confirmed}. Changes of one kind, of different tasks, that follow one another are one atomic
     * step, up to {@link #MAX_BATCH} of them or 1 MB; so a call may make some of the changes. Whatever the call throws, it can be repeated.
     *
     * <p>A call is late if the store's time is past {@code notAfter} when a step begins, and makes no further changes. So a call that hung
     * repeats no change whose name the store has given up meanwhile, if {@code notAfter} is less than ten minutes after the changes were
     * last known not to be confirmed.
     *
     * @param group the group
     * @param changes at least one; all names are different
     * @param notAfter the last time of the store at which changes are made, in milliseconds since the epoch
     * @return the results
     * @throws io.delayqueue.TaskNotReplicatedException if too few replicas confirmed, also if all changes were made before: the master has
     *     made some or all of them
     */
    Change.Applied apply(String group, List<Change> changes, long notAfter);

    /**
     * Confirms that no further call with these changes begins. The store keeps their names for ten minutes more, for calls that have begun.
     *
     * @param group the group
     * @param names the names; those that the store does not have are ignored. Without any, the store removes names whose time is over, at
     *     least a thousand of them or all
     */
    void confirm(String group, Collection<String> names);

    /**
     * Sends the instance that runs a task the message to {@linkplain WakeUps.Listener#interrupted interrupt} its attempt. The message may
     * be lost.
     *
     * @param group the group
     * @param id its id
     * @param reservedAt when the attempt was reserved, as {@link TaskInfo#reservedAt} has it; null for any attempt
     * @return whether the task is reserved by that attempt, so that a message was sent
     */
    boolean interrupt(String group, String id, @Nullable Instant reservedAt);

    /**
     * Confirms a message: returns whether a call has asked to {@linkplain #interrupt interrupt} an attempt.
     *
     * @param group the group
     * @param delivery the delivery of the attempt
     * @return whether it was asked for, and the task has not been delivered again since
     */
    boolean isInterruptRequested(String group, Delivery delivery);

    /**
     * Changes the JSON of a task, and when it is due next. A repeating task whose options end with {@code "paused":true} waits until
     * {@link TaskEdit#PAUSED_UNTIL} after each occurrence; if they end with {@code "next":time}, or
     * that is before the mark of a pause, the next occurrence is due at that time, or that many milliseconds after the end of the current
     * one if it is negative, and the option is removed.
     *
     * @param group the group
     * @param id the id
     * @param edit the change; nothing is changed if it throws
     * @return whether the task was changed: false if there is none, or the edit leaves it as it is
     */
    boolean edit(String group, String id, TaskEdit edit);

    /**
     * {@return the store's time, in milliseconds since the epoch}
     *
     * @param group a group whose tasks go by it
     */
    long time(String group);

    /**
     * Limits the tasks of one call. A failed call may have requested more than arrives in time or fits into memory: the next one
     * requests half, and each successful one a little more.
     */
    final class CallLimit {

        private final AtomicInteger most = new AtomicInteger(MAX_BATCH);

        /** Returns the number to request. */
        public int of(int wanted) {
            return Math.min(wanted, most.get());
        }

        public void answered() {
            most.updateAndGet(limit -> Math.min(MAX_BATCH, limit + 1 + limit / 8));
        }

        /** Records the failure of a call; one that the store refused would have been refused for fewer tasks too. */
        public void failed(int limit, Throwable failure) {
            if (failure instanceof TaskStoreException && !(failure instanceof TaskStoreUnavailableException)) {
                return;
            }
            most.updateAndGet(before -> Math.max(1, Math.min(before, limit) / 2));
        }
    }
}
