package io.delayqueue.internal.add;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddQueueFullException;
import io.delayqueue.AddQueueLimits;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TestTasks;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class GroupCommitTests {

    private final List<Integer> batches = new ArrayList<>();

    private final Semaphore calls = new Semaphore(0);

    private final Semaphore arrived = new Semaphore(0);

    @AutoClose("shutdownNow")
    private final ExecutorService executor = Executors.newCachedThreadPool();

    private volatile boolean failing;

    private volatile boolean away;

    private volatile @Nullable TaskNotReplicatedException unconfirmed;

    /** Only adding works; each call waits until it is let through. */
    private final TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> {
        List<?> tasks = (List<?>) arguments[1];
        synchronized (batches) {
            batches.add(tasks.size());
        }
        arrived.release();
        calls.acquire();
        if (failing) {
            throw new TaskStoreException("out of memory", null);
        }
        if (away) {
            throw new TaskStoreUnavailableException("no answer", null);
        }
        if (unconfirmed != null) {
            throw unconfirmed;
        }
        return tasks.stream()
                .map(task -> new AddStatus(AddStatus.Kind.ADDED, ((NewTask) task).time()))
                .toList();
    });

    private final GroupCommit<NewTask, AddStatus> queue = queue(executor, unlimited());

    private GroupCommit<NewTask, AddStatus> queue(Executor executor, UnawaitedAdds unawaited) {
        return new GroupCommit<>(
                tasks -> store.add("g", tasks),
                task -> task.detail().length,
                NewTask::topic,
                executor,
                GroupCommit.LANES,
                Duration.ZERO,
                unawaited);
    }

    /** A queue of names with one lane, whose requests wait as long as they have to; first letters are topics. */
    private GroupCommit<String, String> names(Function<List<String>, List<String>> call) {
        return names(call, Duration.ZERO, unlimited());
    }

    private GroupCommit<String, String> names(
            Function<List<String>, List<String>> call, Duration timeout, UnawaitedAdds unawaited) {
        return new GroupCommit<>(call, String::length, name -> name.substring(0, 1), executor, 1, timeout, unawaited);
    }

    private static UnawaitedAdds unlimited() {
        return new UnawaitedAdds("g", AddQueueLimits.DEFAULT, () -> false);
    }

    private GroupCommit<NewTask, AddStatus> bounded(int tasks, long bytes, Duration wait, BooleanSupplier mayWait) {
        return queue(executor, new UnawaitedAdds("g", new AddQueueLimits(tasks, bytes, wait), mayWait));
    }

    private static NewTask task(int number, int size) {
        return TestTasks.task("t", "a" + number, number, true, new byte[size]);
    }

    private List<CompletableFuture<AddStatus>> sendAsync(int from, int to) {
        return new ArrayList<>(IntStream.rangeClosed(from, to)
                .mapToObj(i -> queue.sendAsync(task(i, 1)))
                .toList());
    }

    /** Whether each has the time of its own task; the first has this number. */
    private static void assertAnswered(List<CompletableFuture<AddStatus>> results, int first) {
        for (int i = 0; i < results.size(); i++) {
            assertThat(results.get(i).join().dueAt()).isEqualTo(first + i);
        }
    }

    @Test
    void interruptionOfACallerDuringACallShouldFailItsOwnRequestAtMost() throws Exception {
        GroupCommit<String, String> names = names(requests -> {
            arrived.release();
            try {
                calls.acquire();
                return requests;
            } catch (InterruptedException e) {
                // As a socket that the interruption closes.
                Thread.currentThread().interrupt();
                throw new TaskStoreUnavailableException("Closed by interrupt", e);
            }
        });
        Thread caller = new Thread(() -> names.send("a"), "caller");
        caller.start();
        arrived.acquire();
        CompletableFuture<String> awaited = names.send("b").result;
        CompletableFuture<String> asynchronous = names.sendAsync("c");
        calls.release();
        arrived.acquire();
        caller.interrupt();
        await().until(() -> !caller.isAlive());
        calls.release(2);
        assertThat(awaited.get(1, TimeUnit.MINUTES)).isEqualTo("b");
        assertThat(asynchronous.get(1, TimeUnit.MINUTES)).isEqualTo("c");
    }

    /** Calls, each held up until the gate of its first request is open. */
    private static final class Gates {

        private final List<List<String>> begun = new CopyOnWriteArrayList<>();

        private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();

        private CountDownLatch gate(String name) {
            return gates.computeIfAbsent(name, key -> new CountDownLatch(1));
        }

        List<String> pass(List<String> requests) {
            begun.add(requests);
            try {
                gate(requests.get(0)).await();
                return requests;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void open(String... names) {
            for (String name : names) {
                gate(name).countDown();
            }
        }

        void awaitCallWith(String name) {
            await().until(() -> begun.stream().anyMatch(call -> call.contains(name)));
        }
    }

    @Test
    void refusedCallShouldBeMadeAgainByTopicAndFailOnlyWhatIsRefusedAlone() {
        Gates gates = new Gates();
        GroupCommit<String, String> names = names(requests -> {
            gates.pass(requests);
            if (requests.stream().anyMatch(name -> name.startsWith("x"))) {
                throw new TaskStoreException("WRONGTYPE", null);
            }
            return requests;
        });
        CompletableFuture<String> first = names.sendAsync("a1");
        gates.awaitCallWith("a1");
        List<CompletableFuture<String>> results =
                Stream.of("x1", "b1", "x2", "b2", "c1").map(names::sendAsync).toList();
        CompletableFuture<String> awaited = names.send("b3").result;
        gates.open("a1", "x1", "b1", "c1");
        assertThat(first.join()).isEqualTo("a1");
        assertThat(results.get(1).join()).isEqualTo("b1");
        assertThat(results.get(3).join()).isEqualTo("b2");
        assertThat(results.get(4).join()).isEqualTo("c1");
        assertThat(awaited.join()).isEqualTo("b3");
        for (int refused : new int[] {0, 2}) {
            assertThatThrownBy(results.get(refused)::join)
                    .cause()
                    .isExactlyInstanceOf(TaskStoreException.class)
                    .hasMessage("WRONGTYPE");
        }
        assertThat(gates.begun)
                .containsExactly(
                        List.of("a1"),
                        List.of("x1", "b1", "x2", "b2", "c1", "b3"),
                        List.of("x1", "x2"),
                        List.of("b1", "b2", "b3"),
                        List.of("c1"));
    }

    @Test
    void callByTopicWithoutAnAnswerShouldEndTheRestOfItsBatch() {
        Gates gates = new Gates();
        GroupCommit<String, String> names = names(requests -> {
            gates.pass(requests);
            if (requests.get(0).startsWith("y")) {
                throw new TaskStoreUnavailableException("no answer", null);
            }
            if (requests.contains("x")) {
                throw new TaskStoreException("WRONGTYPE", null);
            }
            return requests;
        });
        names.sendAsync("a");
        gates.awaitCallWith("a");
        List<CompletableFuture<String>> results =
                Stream.of("x", "y", "b").map(names::sendAsync).toList();
        gates.open("a", "x", "y");
        assertThatThrownBy(results.get(0)::join).hasRootCauseMessage("WRONGTYPE");
        assertThatThrownBy(results.get(1)::join).hasRootCauseMessage("no answer");
        assertThatThrownBy(results.get(2)::join)
                .hasCauseExactlyInstanceOf(TaskStoreUnavailableException.class)
                .hasMessageContaining("Not sent, because the call before it failed: no answer");
        assertThat(gates.begun).containsExactly(List.of("a"), List.of("x", "y", "b"), List.of("x"), List.of("y"));
    }

    @Test
    void requestsWithoutAResultShouldBeSentInAFurtherCallAndEachLeaveItsRoom() {
        Gates gates = new Gates();
        UnawaitedAdds six = new UnawaitedAdds("g", new AddQueueLimits(6, 6, Duration.ZERO), () -> false);
        Function<List<String>, List<String>> two =
                requests -> gates.pass(requests).subList(0, Math.min(2, requests.size()));
        GroupCommit<String, String> names = names(two, Duration.ZERO, six);
        List<String> all = List.of("a", "b", "c", "d", "e", "f");
        List<CompletableFuture<String>> results = new ArrayList<>();
        results.add(names.sendAsync("a"));
        gates.awaitCallWith("a");
        all.subList(1, 6).forEach(name -> results.add(names.sendAsync(name)));
        gates.open("a", "b", "d", "f");
        assertThat(results).extracting(CompletableFuture::join).isEqualTo(all);
        assertThat(gates.begun)
                .containsExactly(List.of("a"), List.of("b", "c", "d", "e", "f"), List.of("d", "e", "f"), List.of("f"));
        gates.open("c", "e");
        assertThat(all.stream().map(names::sendAsync).toList())
                .extracting(CompletableFuture::join)
                .isEqualTo(all);
    }

    @Test
    void requestWhoseResultCannotBeHandedOutShouldNotLeaveOthersWithoutTheirs() throws Exception {
        Gates gates = new Gates();
        GroupCommit<String, String> names = names(requests -> {
            gates.pass(requests);
            return new AbstractList<>() {
                @Override
                public String get(int index) {
                    if (requests.get(index).equals("bad")) {
                        throw new OutOfMemoryError("for the test");
                    }
                    return requests.get(index);
                }

                @Override
                public int size() {
                    return requests.size();
                }
            };
        });
        names.sendAsync("a");
        gates.awaitCallWith("a");
        List<CompletableFuture<String>> results =
                Stream.of("b", "bad", "c").map(names::sendAsync).toList();
        gates.open("a", "b");
        assertThat(results.get(2).get(1, TimeUnit.MINUTES)).isEqualTo("c");
        assertThat(results.get(0).join()).isEqualTo("b");
        assertThatThrownBy(results.get(1)::join).hasRootCauseMessage("for the test");
    }

    @Test
    void waitShouldEndIfNoCallBeginsForSeveralTimeouts() throws Exception {
        Gates gates = new Gates();
        GroupCommit<String, String> names = names(gates::pass, Duration.ofMillis(5), unlimited());
        CompletableFuture<String> first = names.sendAsync("a");
        gates.awaitCallWith("a");
        Future<String> waiting = executor.submit(() -> names.await("b"));
        assertThatThrownBy(() -> waiting.get(1, TimeUnit.MINUTES))
                .cause()
                .isExactlyInstanceOf(TaskStoreUnavailableException.class)
                .hasMessage(
                        "Not answered within 20 ms: no call has begun meanwhile, neither before this request nor its own");
        gates.open("a", "b");
        assertThat(first.join()).isEqualTo("a");
    }

    @Test
    void asynchronousRequestsShouldNotBeInTwoCallsAtOnce() {
        Gates gates = new Gates();
        ThreadPoolExecutor senders = (ThreadPoolExecutor) Executors.newCachedThreadPool();
        GroupCommit<String, String> names =
                new GroupCommit<>(gates::pass, String::length, name -> name, senders, 2, Duration.ZERO, unlimited());
        // Both lanes are taken by threads that go on with what is queued when their calls end.
        executor.execute(() -> names.send("a"));
        gates.awaitCallWith("a");
        executor.execute(() -> names.send("b"));
        gates.awaitCallWith("b");
        names.send("c");
        gates.open("a");
        gates.awaitCallWith("c");
        names.send("d");
        gates.open("b");
        gates.awaitCallWith("d");
        names.sendAsync("e");
        gates.open("c");
        await().until(() -> senders.getCompletedTaskCount() == 1 || gates.begun.size() == 5);
        names.sendAsync("f");
        gates.open("d");
        gates.awaitCallWith("f");
        assertThat(gates.begun)
                .containsExactly(List.of("a"), List.of("b"), List.of("c"), List.of("d"), List.of("e", "f"));
        gates.open("e", "f");
        senders.shutdown();
    }

    @Test
    void aLoneAddShouldLeaveAtOnceOnItsOwnThread() {
        calls.release();
        Executor none = task -> {
            throw new AssertionError("the pool is not needed");
        };
        GroupCommit<NewTask, AddStatus> own = queue(none, unlimited());
        assertThat(own.send(task(5, 1)).result.join()).isEqualTo(new AddStatus(AddStatus.Kind.ADDED, 5));
    }

    @Test
    void concurrentAddsShouldShareACallAndEachGetItsOwnResult() {
        List<CompletableFuture<AddStatus>> results = sendAsync(0, 0);
        arrived.acquireUninterruptibly();
        results.addAll(sendAsync(1, 700));
        calls.release(3);
        assertAnswered(results, 0);
        assertThat(batches).containsExactly(1, 500, 200);
    }

    @Test
    void largeTasksShouldNotShareACall() {
        queue.sendAsync(task(0, 1));
        arrived.acquireUninterruptibly();
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        for (int i = 1; i <= 6; i++) {
            last = queue.sendAsync(task(i, 1 << 19));
        }
        calls.release(4);
        last.join();
        assertThat(batches).containsExactly(1, 2, 2, 2);
    }

    @Test
    void twoCallsShouldBeUnderWayAtOnceAndNoMore() {
        List<CompletableFuture<AddStatus>> results = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int number = i;
            results.add(CompletableFuture.supplyAsync(() -> queue.send(task(number, 1)), executor)
                    .thenCompose(entry -> entry.result));
            arrived.acquireUninterruptibly();
        }
        for (int i = 2; i < 10; i++) {
            results.add(queue.send(task(i, 1)).result);
        }
        assertThat(batches).containsExactly(1, 1);
        calls.release(3);
        assertAnswered(results, 0);
        assertThat(batches).containsExactly(1, 1, 8);
    }

    @Test
    void requestsThatNobodyWaitsForShouldNotOvertakeEachOther() {
        List<CompletableFuture<AddStatus>> results = sendAsync(0, 0);
        arrived.acquireUninterruptibly();
        results.addAll(sendAsync(1, 1));
        results.add(queue.send(task(2, 1)).result);
        assertThat(batches).containsExactly(1);
        calls.release(2);
        assertAnswered(results, 0);
        assertThat(batches).containsExactly(1, 2);
    }

    @Test
    void aMissingAnswerOrAnErrorShouldReachTheCallersAndHoldUpNobodyElse() {
        AtomicInteger call = new AtomicInteger();
        GroupCommit<NewTask, AddStatus> broken = new GroupCommit<>(
                tasks -> {
                    if (call.incrementAndGet() % 2 == 0) {
                        throw new OutOfMemoryError("for the test");
                    }
                    return List.of();
                },
                task -> 1,
                NewTask::topic,
                executor,
                GroupCommit.LANES,
                Duration.ZERO,
                unlimited());
        for (int i = 0; i < 4 * GroupCommit.LANES; i++) {
            CompletableFuture<AddStatus> result =
                    i % 4 < 2 ? broken.sendAsync(task(i, 1)) : broken.send(task(i, 1)).result;
            assertThatThrownBy(result::join)
                    .rootCause()
                    .isInstanceOfAny(IllegalStateException.class, OutOfMemoryError.class);
        }
    }

    @Test
    void aClosedPoolShouldNotLeaveAnyoneWaiting() {
        ExecutorService pool = Threads.pool("closed", Threads.log());
        pool.shutdown();
        GroupCommit<NewTask, AddStatus> closed = queue(Threads.orHere(pool), unlimited());
        calls.release();
        assertThat(closed.sendAsync(task(1, 1)).join().dueAt()).isEqualTo(1);
    }

    @Test
    void whatWaitedBeforeACallWithoutAnAnswerShouldFailWithIt() {
        CompletableFuture<AddStatus> first = queue.sendAsync(task(0, 1));
        arrived.acquireUninterruptibly();
        List<CompletableFuture<AddStatus>> waiting = sendAsync(1, 10_000);
        waiting.add(queue.send(task(10_001, 1)).result);
        calls.release();
        assertThat(first.join().dueAt()).isZero();
        arrived.acquireUninterruptibly();
        CompletableFuture<AddStatus> later = queue.sendAsync(task(10_002, 1));
        away = true;
        calls.release();
        arrived.acquireUninterruptibly();
        away = false;
        calls.release(100);
        assertThat(later.join().dueAt()).isEqualTo(10_002);
        for (CompletableFuture<AddStatus> result : waiting) {
            assertThatThrownBy(result::join)
                    .hasCauseInstanceOf(TaskStoreUnavailableException.class)
                    .hasStackTraceContaining("no answer");
        }
        assertThat(batches).containsExactly(1, 500, 1);
    }

    @Test
    void whatWaitedBeforeACallThatNoReplicaConfirmsShouldBeSent() {
        CompletableFuture<AddStatus> first = queue.sendAsync(task(0, 1));
        arrived.acquireUninterruptibly();
        List<CompletableFuture<AddStatus>> waiting = sendAsync(1, 1_000);
        calls.release();
        assertThat(first.join().dueAt()).isZero();
        arrived.acquireUninterruptibly();
        unconfirmed = new TaskNotReplicatedException("no replica", 0, 1, null);
        calls.release();
        for (int i = 1; i <= 500; i++) {
            assertThatThrownBy(waiting.get(i - 1)::join).hasCauseInstanceOf(TaskNotReplicatedException.class);
        }
        unconfirmed = null;
        calls.release();
        assertAnswered(waiting.subList(500, 1_000), 501);
        assertThat(batches).containsExactly(1, 500, 500);
    }

    @Test
    void whatWaitedBeforeACallWhoseReplicasTheStoreDoesNotTellShouldFailWithIt() {
        unconfirmed = new TaskNotReplicatedException(
                "no replica", 0, 1, new TaskStoreUnavailableException("no answer", null));
        queue.sendAsync(task(0, 1));
        arrived.acquireUninterruptibly();
        sendAsync(1, 500);
        CompletableFuture<AddStatus> last = queue.sendAsync(task(501, 1));
        calls.release(2);
        assertThatThrownBy(last::join)
                .hasCauseExactlyInstanceOf(TaskStoreUnavailableException.class)
                .hasStackTraceContaining("no answer");
        assertThat(batches).containsExactly(1, 500);
    }

    @Test
    void requestsBeyondTheBoundShouldFailAtOnceUntilThereIsRoom() {
        GroupCommit<NewTask, AddStatus> bounded = bounded(3, 100, Duration.ZERO, () -> true);
        CompletableFuture<AddStatus> large = bounded.sendAsync(task(0, 1_000));
        arrived.acquireUninterruptibly();
        assertThatThrownBy(() -> bounded.sendAsync(task(1, 1)))
                .isInstanceOf(AddQueueFullException.class)
                .hasMessage(
                        "1 asynchronous adds of g with 1000 bytes wait for the store, the maximum is 3 with 100 bytes");
        CompletableFuture<AddStatus> awaited = bounded.send(task(2, 1_000)).result;
        calls.release(2);
        assertThat(large.join().dueAt()).isZero();
        assertThat(awaited.join().dueAt()).isEqualTo(2);
        arrived.acquireUninterruptibly();
        List<CompletableFuture<AddStatus>> three = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            three.add(bounded.sendAsync(task(i, 1)));
        }
        assertThatThrownBy(() -> bounded.sendAsync(task(4, 1))).isInstanceOf(AddQueueFullException.class);
        calls.release(2);
        three.forEach(CompletableFuture::join);
        calls.release();
        assertThat(bounded.sendAsync(task(5, 1)).join().dueAt()).isEqualTo(5);
    }

    @Test
    void callerShouldWaitForRoomIfItMay() {
        Duration longEnough = Duration.ofMinutes(10);
        GroupCommit<NewTask, AddStatus> patient = bounded(1, 100, longEnough, () -> true);
        CompletableFuture<AddStatus> first = patient.sendAsync(task(0, 1));
        arrived.acquireUninterruptibly();
        Thread caller = new Thread(() -> patient.sendAsync(task(1, 1)).join());
        caller.start();
        await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
        assertThat(batches).containsExactly(1);
        calls.release(2);
        assertThat(first.join().dueAt()).isZero();
        await().until(() -> !caller.isAlive());
        assertThat(batches).containsExactly(1, 1);
    }

    @Test
    void waitForRoomShouldEndAtItsLimitAndNotBeginWhereItMustNot() {
        GroupCommit<NewTask, AddStatus> brief = bounded(1, 100, Duration.ofMillis(1), () -> true);
        brief.sendAsync(task(0, 1));
        assertThatThrownBy(() -> brief.sendAsync(task(1, 1))).isInstanceOf(AddQueueFullException.class);
        GroupCommit<NewTask, AddStatus> onAnEnginesThread = bounded(1, 100, Duration.ofMinutes(10), () -> false);
        onAnEnginesThread.sendAsync(task(0, 1));
        assertThatThrownBy(() -> onAnEnginesThread.sendAsync(task(1, 1))).isInstanceOf(AddQueueFullException.class);
    }

    @Test
    void threadsOfPoolsShouldBeTheEnginesOwn() throws Exception {
        ExecutorService pool = Threads.pool("own", Threads.log());
        assertThat(pool.submit(Threads::isOwn).get()).isTrue();
        assertThat(Threads.isOwn()).isFalse();
        pool.shutdown();
    }

    @Test
    void requestsShouldNotBeLostIfMemoryRunsOutWhileABatchIsMade() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        AtomicInteger poison = new AtomicInteger(-1);
        GroupCommit<NewTask, AddStatus> own = new GroupCommit<>(
                tasks -> store.add("g", tasks),
                task -> {
                    if (task.time() == poison.get()) {
                        poison.set(-1);
                        throw new OutOfMemoryError("for the test");
                    }
                    return task.detail().length;
                },
                NewTask::topic,
                one,
                1,
                Duration.ZERO,
                unlimited());
        CompletableFuture<AddStatus> first = own.sendAsync(task(0, 1));
        arrived.acquire();
        CompletableFuture<AddStatus> second = own.sendAsync(task(1, 1));
        CompletableFuture<AddStatus> third = own.sendAsync(task(2, 1));
        poison.set(2);
        calls.release(3);
        assertThat(first.get(10, TimeUnit.SECONDS).dueAt()).isZero();
        // The thread that had the lane has left it then.
        one.submit(() -> {}).get(10, TimeUnit.SECONDS);
        own.sendAsync(task(3, 1));
        assertThat(second.get(10, TimeUnit.SECONDS).dueAt()).isEqualTo(1);
        assertThat(third.get(10, TimeUnit.SECONDS).dueAt()).isEqualTo(2);
        one.shutdownNow();
    }

    @Test
    void requestShouldNotBeStrandedByACallerThatLacksMemory() throws Exception {
        List<CompletableFuture<String>> other = new CopyOnWriteArrayList<>();
        AtomicInteger asked = new AtomicInteger();
        List<GroupCommit<String, String>> self = new ArrayList<>();
        GroupCommit<String, String> names = new GroupCommit<>(
                requests -> requests,
                name -> {
                    if (asked.getAndIncrement() == 0) {
                        other.add(
                                CompletableFuture.supplyAsync(() -> self.get(0).send("b").result, executor)
                                        .join());
                        throw new OutOfMemoryError("for the test");
                    }
                    return name.length();
                },
                name -> name,
                executor,
                1,
                Duration.ZERO,
                unlimited());
        self.add(names);
        assertThat(names.await("a")).isEqualTo("a");
        assertThat(other.get(0).get(1, TimeUnit.MINUTES)).isEqualTo("b");
    }

    @Test
    void refusalOfAllCallsShouldEndTheRequestsThatWereQueuedBefore() {
        AtomicInteger made = new AtomicInteger();
        GroupCommit<String, String> names = names(requests -> {
            made.incrementAndGet();
            arrived.release();
            calls.acquireUninterruptibly();
            throw new TaskStoreRefusalException("READONLY", null);
        });
        List<CompletableFuture<String>> all = new ArrayList<>();
        all.add(names.sendAsync("a"));
        arrived.acquireUninterruptibly();
        for (int i = 0; i < 3 * TaskStore.MAX_BATCH; i++) {
            all.add(names.sendAsync("a"));
        }
        calls.release(100);
        await().until(() -> all.stream().allMatch(CompletableFuture::isDone));
        assertThat(made).as("the call in progress, and one more").hasValue(2);
    }

    @Test
    void queuesWithoutRequestsShouldMakeRoomForTheQueueOfANewGroup() {
        Map<String, GroupCommit<NewTask, AddStatus>> queues = new ConcurrentHashMap<>(Map.of("busy", queue));
        CompletableFuture<AddStatus> answer = queue.sendAsync(task(1, 1));
        for (int i = 0; i < GroupCommit.MAX_QUEUES; i++) {
            GroupCommit.of("g" + i, queues, group -> queue(executor, unlimited()));
        }
        assertThat(queues).containsOnlyKeys("busy", "g" + (GroupCommit.MAX_QUEUES - 1));
        calls.release();
        assertAnswered(List.of(answer), 1);
    }
}
