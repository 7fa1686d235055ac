package io.delayqueue.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.acknowledge.Acknowledger;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.internal.run.Attempt;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.internal.run.TestExecutions;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.store.Backend;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import io.delayqueue.testing.OwnThread;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopicConsumerTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final AtomicLong deliveries = new AtomicLong();

    private final AtomicInteger rechecks = new AtomicInteger();

    /** Behind which deliveries the store was asked to give tasks back. */
    private final List<Object> reclaims = new ArrayList<>();

    private boolean outOfMemory;

    private boolean failing;

    private @Nullable Duration ttr;

    private @Nullable CompletableFuture<Object> work;

    private @Nullable TaskInterceptor interceptor;

    /** If not that of callbacks. */
    private @Nullable Executor helpers;

    private Runnable whileItRuns = () -> {};

    private final Outage outage = new Outage("nowhere");

    private final List<Object> released = new ArrayList<>();

    /** Workers that wait for a thread. */
    private final List<Runnable> started = new ArrayList<>();

    private final List<String> begun = new ArrayList<>();

    /** Outlasts a consumer. */
    private final AtomicLong newest = new AtomicLong();

    private final Set<String> drained = ConcurrentHashMap.newKeySet();

    /** By which leases are measured. */
    private long nanos = System.nanoTime();

    private final TaskStore store =
            TestPorts.answering(TaskStore.class, (method, arguments) -> switch (method.getName()) {
                case "reclaim" -> {
                    reclaims.add(arguments[2]);
                    yield 0;
                }
                case "acknowledge" -> {
                    released.addAll((List<?>) arguments[1]);
                    yield List.of();
                }
                default -> reservation();
            });

    private final Acknowledger acknowledger =
            new Acknowledger(
                    Drivers.context(
                            newest,
                            TestPorts.answering(Backend.class, (method, arguments) -> store),
                            Drivers.threads(outage)),
                    (delivery, stale) -> {}) {
                @Override
                public void add(List<PendingOutcome> outcomes) {
                    if (outOfMemory) {
                        throw new OutOfMemoryError("for the test");
                    }
                    super.add(outcomes);
                }
            };

    private TopicConsumer consumer(Executor callbacks) {
        return consumer(callbacks, 1);
    }

    private TopicConsumer consumer(Executor callbacks, int concurrency) {
        EngineTime time = new EngineTime(() -> nanos, Clock.systemUTC(), false);
        Pools pools = new Pools(callbacks, false, helpers == null ? callbacks : helpers);
        GroupContext context = Drivers.context(
                newest,
                TestPorts.answering(Backend.class, (method, arguments) -> store),
                Drivers.threads(time, pools, outage),
                drained::contains);
        DeadLetterNotifier deadLetters =
                new DeadLetterNotifier(List.of(), context.observers().taskEvents(), Threads.log());
        TaskRunner runner = TestExecutions.runner(
                TOPIC,
                TestEngines.topicCallback("g", this::call, TopicOptions.DEFAULT),
                TopicOptions.builder()
                        .concurrency(concurrency)
                        .ttr(ttr)
                        .maxAttempts(1)
                        .retryPolicy(ExponentialBackoff.DEFAULT)
                        .build(),
                context,
                interceptor == null ? List.of() : List.of(interceptor));
        return new TopicConsumer(TOPIC, runner, context, deadLetters, acknowledger::add, rechecks::incrementAndGet);
    }

    private void call(Object payload, TaskContext task) {
        begun.add(task.id());
        if (work != null) {
            task.completeWith(work);
        }
        whileItRuns.run();
        if (failing) {
            throw new IllegalStateException("for the test");
        }
    }

    private Reservation reservation() {
        long number = deliveries.incrementAndGet();
        byte[] detail = "[0,\"t\"]".getBytes(StandardCharsets.UTF_8);
        ReservedTask task = new ReservedTask(new Delivery("t", "id" + number, number, "i", null), 1, 0, 0, 0, detail);
        return new Reservation(List.of(task), 0, 0, false, false);
    }

    @Test
    void workerThatCouldNotBeStartedShouldNotCount() {
        boolean[] full = {true};
        TopicConsumer consumer = consumer(work -> {
            if (full[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            started.add(work);
        });
        consumer.fill();
        assertThat(consumer.wantsMore()).isFalse();

        full[0] = false;
        consumer.executions().giveBackStalled(System.nanoTime() + TimeUnit.SECONDS.toNanos(1), 0);
        consumer.signalled();
        consumer.fill();
        assertThat(started).hasSize(1);
    }

    /** The store knows whether it is so. */
    private void assertGivenBack(TopicConsumer consumer) {
        assertThat(consumer.executions().isRunning()).isFalse();
        assertThat(begun).isEmpty();
        acknowledger.run();
        assertThat(released).containsExactly(new Outcome.Released(new Delivery("t", "id1", 1, "i", null), false));
    }

    @Test
    void taskWhoseRemovalIsAnnouncedWhileItWaitsShouldGoBackUnstarted() {
        TopicConsumer consumer = consumer(started::add);
        consumer.fill();
        consumer.watch().discard("id1", 1, true);
        started.get(0).run();
        assertGivenBack(consumer);
    }

    @Test
    void removalOfAnotherTaskShouldNotConcernOneWithItsNumber() {
        TopicConsumer consumer = consumer(started::add);
        consumer.fill();
        consumer.watch().discard("another", 1, true);
        started.get(0).run();
        assertThat(begun).startsWith("id1");
    }

    @Test
    void taskWhoseLeaseIsOverShouldGoBackInsteadOfBeginning() {
        TopicConsumer consumer = consumer(started::add);
        consumer.fill();
        nanos += LEASE.toNanos();
        started.get(0).run();
        assertGivenBack(consumer);
    }

    @Test
    void taskOfADrainedGroupShouldGoBackInsteadOfBeginning() {
        TopicConsumer consumer = consumer(started::add);
        consumer.fill();
        drained.add("another");
        assertThat(consumer(started::add).wantsMore()).isTrue();

        drained.add("g");
        started.get(0).run();

        assertGivenBack(consumer);
        assertThat(consumer.wantsMore()).isFalse();
        assertThat(push(consumer, limit -> reservation())).isFalse();
    }

    @Test
    void taskThatArrivesInADrainedGroupShouldGoBackAtOnce() {
        TopicConsumer consumer = consumer(started::add);
        push(consumer, limit -> {
            drained.add("g");
            return reservation();
        });
        assertThat(started).isEmpty();
        assertGivenBack(consumer);
    }

    @Test
    void taskWhoseReplyTookLongerThanItsLeaseShouldGoBackInsteadOfBeginning() {
        TopicConsumer consumer = consumer(started::add);
        push(consumer, limit -> {
            nanos += LEASE.toNanos();
            return reservation();
        });
        started.get(0).run();
        assertGivenBack(consumer);
    }

    @Test
    void taskWhoseLeaseWasRenewedShouldBegin() {
        TopicConsumer consumer = consumer(started::add);
        consumer.fill();
        nanos += LEASE.toNanos() - 1;
        consumer.executions().all().get(0).leased(nanos, LEASE);
        nanos += LEASE.toNanos() - 1;
        started.get(0).run();
        assertThat(begun).startsWith("id1");
    }

    /** Also when no message reports its removal. */
    @Test
    void taskThatARenewalHasFoundLostShouldGoBackInsteadOfBeginning() {
        TopicConsumer consumer = consumer(started::add);
        consumer.fill();
        consumer.executions().all().get(0).lost();
        started.get(0).run();
        assertGivenBack(consumer);
    }

    private static boolean push(TopicConsumer consumer, IntFunction<@Nullable Reservation> call) {
        try (TopicConsumer.Slot slot = consumer.tryReserve(32)) {
            if (slot == null) {
                return false;
            }
            try {
                slot.accept(call.apply(slot.limit()));
                return true;
            } catch (Throwable e) {
                slot.failed(e);
                throw e;
            }
        }
    }

    private static Reservation nothing() {
        return new Reservation(List.of(), 0, 0, false, false);
    }

    @Test
    void pushShouldReserveOnlyWhileThereIsRoom() {
        TopicConsumer consumer = consumer(work -> {});
        assertThat(push(consumer, limit -> reservation())).isTrue();
        assertThat(consumer.executions().deliveries()).hasSize(1);
        assertThat(push(consumer, limit -> {
                    throw new AssertionError("there is no room");
                }))
                .isFalse();
    }

    @Test
    void pushThatReservedNothingShouldHaveTheTopicWaitedForAgain() {
        TopicConsumer consumer = consumer(started::add);
        consumer.watched(false);
        push(consumer, limit -> nothing());
        assertThat(consumer.hasBacklog()).isFalse();
        started.forEach(Runnable::run);
        assertThat(rechecks).hasValue(1);

        consumer.watched(true);
        push(consumer, limit -> nothing());
        assertThat(started).hasSize(1);
    }

    @Test
    void pushThatWasNotToReserveShouldLeaveTheBacklogAsItWas() {
        TopicConsumer consumer = consumer(work -> {});
        assertThat(consumer.hasBacklog()).isTrue();
        push(consumer, limit -> null);
        assertThat(consumer.hasBacklog()).isTrue();
        push(consumer, limit -> nothing());
        push(consumer, limit -> null);
        assertThat(consumer.hasBacklog()).isFalse();
    }

    @Test
    void signalThatIsTakenDuringAPushShouldNotBeForgotten() {
        TopicConsumer consumer = consumer(started::add);
        consumer.watched(true);
        push(consumer, limit -> {
            consumer.signalled();
            assertThat(CompletableFuture.supplyAsync(consumer::fill, OwnThread::start)
                            .join())
                    .isFalse();
            return nothing();
        });
        assertThat(consumer.hasBacklog()).isTrue();
        assertThat(started).hasSize(1);
    }

    @Test
    void tasksOfALostPushShouldBeReclaimedBeforeTheNextReservation() {
        TopicConsumer consumer = consumer(work -> {});
        assertThatThrownBy(() -> push(consumer, limit -> {
                    throw new TaskStoreException("lost", null);
                }))
                .hasMessage("lost");
        assertThat(push(consumer, limit -> {
                    throw new AssertionError("not before that");
                }))
                .isFalse();
        assertThat(reclaims).isEmpty();
        consumer.fill();
        assertThat(reclaims).containsExactly(0L);
    }

    /** Of an earlier session, or of a topic that was unregistered for a time: its callbacks have run, whatever the store knows of them. */
    @Test
    void tasksThatArrivedAtAnEarlierConsumerShouldNotBeReclaimed() {
        assertThat(push(consumer(work -> {}), limit -> reservation())).isTrue();
        TopicConsumer later = consumer(work -> {});
        assertThatThrownBy(() -> push(later, limit -> {
                    throw new TaskStoreException("lost", null);
                }))
                .hasMessage("lost");
        later.fill();
        assertThat(reclaims).containsExactly(1L);
    }

    @Test
    void tasksWhoseAcceptanceRunsOutOfMemoryShouldBeReclaimedBeforeTheNextReservation() {
        TopicConsumer consumer = consumer(work -> {}, 100);
        List<ReservedTask> tooMany = new AbstractList<>() {
            @Override
            public ReservedTask get(int index) {
                if (index == 1) {
                    throw new OutOfMemoryError("for the test");
                }
                return reservation().tasks().get(0);
            }

            @Override
            public int size() {
                return 2;
            }
        };
        assertThatThrownBy(() -> push(consumer, limit -> new Reservation(tooMany, 0, 0, false, false)))
                .hasMessage("for the test");
        assertThat(consumer.executions().deliveries()).hasSize(1);
        assertThat(consumer.hasBacklog()).isTrue();
        assertThat(consumer.tryReserve(32)).isNull();
        consumer.fill();
        assertThat(reclaims).containsExactly(0L);
    }

    @Test
    void tasksOfAPushThatArriveAfterTheStopShouldGoBackUnstarted() {
        TopicConsumer consumer = consumer(work -> {});
        push(consumer, limit -> {
            consumer.stop();
            return reservation();
        });
        assertGivenBack(consumer);
        assertThat(consumer.tryReserve(32)).isNull();
    }

    @Test
    void deliveriesThatArrivedBeforeALostReplyShouldNotBeReclaimed() {
        TopicConsumer consumer = consumer(Runnable::run);
        push(consumer, limit -> reservation());
        consumer.tryReserve(32).close();
        consumer.fill();
        assertThat(reclaims).containsExactly(1L);
    }

    @Test
    void deliveriesOfARepeatedCallShouldCountAsLaterThanItsLostReply() {
        TopicConsumer consumer = consumer(Runnable::run);
        push(consumer, limit -> reservation());
        push(consumer, limit -> new Reservation(reservation().tasks(), 0, 0, true, false));
        consumer.fill();
        assertThat(reclaims).containsExactly(1L);
    }

    @Test
    void slotThatIsClosedWithoutAReplyShouldLetOthersReserveAndReclaim() {
        TopicConsumer consumer = consumer(work -> {});
        consumer.tryReserve(32).close();
        assertThat(consumer.areRepliesLost()).isTrue();
        CompletableFuture.supplyAsync(consumer::fill, OwnThread::start).join();
        assertThat(reclaims).containsExactly(0L);
        assertThat(consumer.executions().deliveries()).hasSize(1);
    }

    @Test
    void largeTasksShouldNotBeTakenAheadOfTheWorkers() {
        TopicConsumer consumer = consumer(work -> {}, 3);
        consumer.executions().accept(large(1), 0, nanos, false);
        assertThat(consumer.executions().room()).isEqualTo(2);
        for (int i = 2; i <= 3; i++) {
            consumer.executions().accept(large(i), 0, nanos, false);
        }
        assertThat(consumer.wantsMore()).isFalse();
    }

    @Test
    void interruptionThatACallbackHasNotConsumedShouldNotReachTheNextOne() {
        List<Boolean> interrupted = new ArrayList<>();
        TopicConsumer consumer = consumer(started::add);
        accept(consumer, 2);
        whileItRuns = () -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
        };
        started.get(0).run();
        assertThat(Thread.interrupted()).as("afterwards").isFalse();
        assertThat(interrupted).hasSizeGreaterThan(1).containsOnly(false);
    }

    private void accept(TopicConsumer consumer, int tasks) {
        for (int i = 0; i < tasks; i++) {
            consumer.executions().accept(reservation().tasks().get(0), 0, nanos, false);
        }
        consumer.executions().start();
    }

    private void suspendThree(TopicConsumer consumer) {
        work = new CompletableFuture<>();
        accept(consumer, 3);
        List.copyOf(started).forEach(Runnable::run);
        assertThat(begun).hasSize(3);
    }

    private static void abandon(TopicConsumer consumer, Attempt attempt) {
        consumer.executions().abandon(attempt, attempt.outcomes(PendingOutcome::started));
    }

    @Test
    void abandonedAttemptsShouldReserveOnOneThread() {
        List<Runnable> elsewhere = new ArrayList<>();
        helpers = elsewhere::add;
        TopicConsumer consumer = consumer(started::add, 3);
        suspendThree(consumer);
        consumer.executions().attempts().forEach(attempt -> abandon(consumer, attempt));
        assertThat(elsewhere).hasSize(1);
    }

    /** Retry policies are the application's. */
    @Test
    void overdueAttemptsShouldBeGivenUpOnceAndOnOneThread() {
        List<Runnable> elsewhere = new ArrayList<>();
        helpers = elsewhere::add;
        ttr = Duration.ofSeconds(1);
        TopicConsumer consumer = consumer(started::add, 3);
        suspendThree(consumer);
        nanos += ttr.toNanos();
        consumer.watch().endOverdue(nanos);
        elsewhere.clear();
        nanos += Attempt.GRACE;
        consumer.watch().endOverdue(nanos);
        consumer.watch().endOverdue(nanos);
        assertThat(elsewhere).hasSize(1);
        elsewhere.get(0).run();
        assertThat(acknowledger.unacknowledged()).isEqualTo(3);
    }

    private static ReservedTask large(long number) {
        return new ReservedTask(new Delivery("t", "id" + number, number, "i", null), 1, 0, 0, 0, new byte[1 << 20]);
    }

    private void run(TopicConsumer consumer) {
        consumer.signalled();
        consumer.fill();
        List<Runnable> now = List.copyOf(started);
        started.clear();
        now.forEach(Runnable::run);
    }

    @Test
    void deliveryWhoseOutcomeIsNotTakenForLackOfMemoryShouldBeLetGo() {
        TopicConsumer consumer = consumer(started::add);
        outOfMemory = true;
        assertThatThrownBy(() -> run(consumer)).isInstanceOf(OutOfMemoryError.class);
        assertThat(consumer.executions().all()).as("leases that are renewed").isEmpty();
        assertThat(consumer.executions().isRunning()).isFalse();

        outOfMemory = false;
        run(consumer);
        assertThat(consumer.executions().all()).hasSize(1);
        assertThat(consumer.executions().isRunning()).isFalse();
    }

    @Test
    void tasksThatWaitShouldNotBeLostIfMemoryRunsOutWhileTheyAreGivenBack() {
        TopicConsumer consumer = consumer(work -> {}, 2);
        consumer.executions().accept(large(1), 0, nanos, false);
        consumer.executions().accept(large(2), 0, nanos, false);
        outOfMemory = true;
        assertThatThrownBy(consumer.executions()::giveBackWaiting).isInstanceOf(OutOfMemoryError.class);
        outOfMemory = false;
        consumer.executions().giveBackWaiting();
        acknowledger.run();
        assertThat(released).containsExactly(new Outcome.Released(new Delivery("t", "id2", 2, "i", null), false));
        assertThat(consumer.executions().isRunning()).isFalse();
    }

    /** Burials wait as long as the store refuses them. */
    @Test
    void detailOfADeadTaskShouldBeLetGoIfThereIsNoListener() {
        TopicConsumer consumer = consumer(started::add);
        failing = true;
        run(consumer);
        assertThat(consumer.executions().all()).singleElement().satisfies(run -> assertThatThrownBy(run::read)
                .isInstanceOf(UnreadableTaskException.class));
    }

    @Test
    void topicShouldNotCountAsBlockedBeforeItsTimeToRunIsOver() {
        ttr = Duration.ofMinutes(10);
        TopicConsumer consumer = consumer(started::add);
        Duration after = Duration.ofMinutes(5);
        List<Integer> reports = new ArrayList<>();
        try (LogLines log = new LogLines(TopicWatch.class)) {
            whileItRuns = () -> {
                consumer.watch().reportIfBlocked(nanos, after);
                consumer.watch().reportIfBlocked(nanos + after.toNanos(), after);
                reports.add(log.with("is blocked here").size());
                consumer.watch().reportIfBlocked(nanos + ttr.toNanos(), after);
                reports.add(log.with("is blocked here").size());
            };
            run(consumer);
        }
        assertThat(reports).containsExactly(0, 1);
    }

    @Test
    void topicWithTooManyUnacknowledgedOutcomesShouldNotReserveUntilTheyAreFewer() {
        TopicConsumer consumer = consumer(started::add);
        for (int i = 0; i < 1_010; i++) {
            run(consumer);
        }
        assertThat(consumer.watch().status().heldBack()).isTrue();
        assertThat(deliveries).hasValue(1_000);

        List<Delivery> all = List.copyOf(consumer.executions().deliveries());
        assertThat(started).isEmpty();
        consumer.executions().acknowledged(all.get(0));
        assertThat(started).as("which thread reserves more").hasSize(1);
        run(consumer);
        assertThat(deliveries).hasValueGreaterThan(1_000);
    }

    /** The lease keeper may be at it when the callback returns. */
    @Test
    void callbackThatIsAbandonedBeforeItReturnsItsWorkShouldCancelIt() {
        TopicConsumer consumer = consumer(started::add);
        CompletableFuture<Object> open = new CompletableFuture<>();
        work = open;
        whileItRuns = () -> {
            work = null;
            whileItRuns = () -> {};
            abandon(consumer, consumer.executions().all().get(0).attempt());
        };
        run(consumer);
        assertThat(open).isCancelled();
        assertThat(consumer.watch().status().ignoringInterruption()).isZero();
        started.clear();
        run(consumer);
        assertThat(begun).containsExactly("id1", "id2");
        assertThat(consumer.watch().status().running()).isZero();
    }

    /** As whoever has begun something must end it. */
    @Test
    void callbackThatIsAbandonedBeforeItReturnsItsWorkShouldHaveItsEndIntercepted() {
        List<String> ends = new ArrayList<>();
        interceptor = invocation -> {
            invocation.proceed();
            invocation.interceptEnd(end -> {
                ends.add("begun");
                end.proceed();
            });
        };
        TopicConsumer consumer = consumer(started::add);
        CompletableFuture<Object> deaf = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean interrupt) {
                return false;
            }
        };
        work = deaf;
        whileItRuns = () -> {
            abandon(consumer, consumer.executions().all().get(0).attempt());
            started.clear();
        };
        run(consumer);
        assertThat(ends).isEmpty();
        started.clear();
        deaf.complete(null);
        while (!started.isEmpty()) {
            started.remove(0).run();
        }
        assertThat(ends).containsExactly("begun");
        assertThat(consumer.executions().isRunning()).isFalse();
    }

    /** The thread that completes the work may have no stack left, or there may be no memory to hand the end over. */
    @Test
    void attemptWhoseEndCannotBeHandedOverShouldFreeItsSlot() {
        boolean[] broken = {false};
        TopicConsumer consumer = consumer(worker -> {
            if (broken[0]) {
                throw new StackOverflowError("for the test");
            }
            started.add(worker);
        });
        work = new CompletableFuture<>();
        run(consumer);
        broken[0] = true;
        work.complete(null);
        broken[0] = false;
        work = null;
        assertThat(consumer.executions().all()).as("whose lease is renewed").isEmpty();
        run(consumer);
        assertThat(begun).containsExactly("id1", "id2");
        assertThat(consumer.executions().isRunning()).isFalse();
    }

    /** Quick callbacks are reserved for ahead. */
    @Test
    void taskThatWaitsShouldNotBeginBeforeTheOpenAttemptHasEnded() {
        TopicConsumer consumer = consumer(started::add);
        CompletableFuture<Object> open = new CompletableFuture<>();
        work = open;
        for (ReservedTask task :
                List.of(reservation().tasks().get(0), reservation().tasks().get(0))) {
            consumer.executions().accept(task, 0, nanos, false);
        }
        consumer.executions().start();
        started.remove(0).run();
        consumer.executions().start();
        assertThat(started).as("no other worker").isEmpty();
        assertThat(begun).containsExactly("id1");

        work = null;
        open.complete(null);
        while (!started.isEmpty()) {
            started.remove(0).run();
        }
        assertThat(begun).startsWith("id1", "id2");
        assertThat(consumer.watch().status().running()).isZero();
    }
}
