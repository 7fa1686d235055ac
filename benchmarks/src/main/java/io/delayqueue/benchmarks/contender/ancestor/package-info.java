/**
 * Algorithm of PhoenixXC/DelayQueue, the starter of 2020 that this project descends from, in a small reimplementation for
 * measurements. It has none of the original code.
 *
 * <p>Reimplemented are the key layout, the steps of its scripts, and its threads:
 *
 * <ul>
 *   <li>an add is a script for each task; there is no bulk add, so many tasks are added one after the other;
 *   <li>one pusher a group sleeps until the first task's time by the client's clock, woken by adds of this process only, and
 * moves all that is due at once, which fails past some 8,000 tasks; after an error it pauses and tries again;
 *   <li>one consumer a topic blocks in BLPOP, puts the id back with LPUSH, spins as long as its pool has no free thread,
 * and then takes as many tasks as there are free threads, whose details are deleted before a callback has run;
 *   <li>the summary of groups and topics is read and written back, not changed in place.
 * </ul>
 *
 * <p>These defects are kept, because they are measured. Parts without a cost per task are omitted: callbacks built by reflection, checks of names, the restoring of registrations, the id generator, cancelling groups and topics, Redis Cluster.
 * One defect is fixed: consumers are stopped by CLIENT UNBLOCK and not by empty strings in users' queues, which would stop the
 * consumers of other instances.
 */
@NullMarked
package io.delayqueue.benchmarks.contender.ancestor;

import org.jspecify.annotations.NullMarked;
