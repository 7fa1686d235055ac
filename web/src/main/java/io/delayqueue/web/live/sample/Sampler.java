package io.delayqueue.web.live.sample;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.AsyncCacheLoader;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.delayqueue.DelayQueueException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.live.sample.StoreCalls.Kind;
import io.delayqueue.web.live.sample.StoreCalls.Rank;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Samples a queue's store for all open pages. Reads return the last sample at once. A sample that is too old is refreshed in
 * the background, and one without readers is dropped, so the store is not called while no page is open. Thread-safe.
 */
public final class Sampler {

    private static final Duration REGISTRY_DUE = Duration.ofSeconds(5);

    private static final Duration TIME_DUE = Duration.ofSeconds(30);

    /** Less than the interval of a page's events, so that each has a new sample. */
    private static final Duration DUE = Duration.ofMillis(1_400);

    /** Time for which pages share a view of all groups. */
    private static final Duration VIEW_SHARED = Duration.ofMillis(250);

    /** Time for which pages share the failures of dead letters. A page that has changed some requests them after it. */
    private static final Duration FAILURES_SHARED = Duration.ofSeconds(1);

    /** Time for which pages share the work of the last day, which changes every five minutes. */
    private static final Duration WORK_SHARED = Duration.ofMinutes(1);

    /** Slightly longer than the interval of a page's events. */
    private static final Duration SHOWN = Duration.ofSeconds(3);

    /** Maximum number of groups that are not registered: each costs calls, and requests can bring any names. */
    private static final int MAX_UNREGISTERED_GROUPS = 100;

    private static final Duration DROPPED = Duration.ofMinutes(1);

    /** Key of a cache with a single entry. */
    private static final String ALL = "";

    private final DelayQueueEngine engine;

    private final StoreHealth health = new StoreHealth();

    private final StoreCalls calls;

    private final Ticker ticker;

    private final Cache<Object, Boolean> shown;

    private final Cache<String, SortedMap<String, GroupView>> views;

    private final AsyncLoadingCache<String, Map<String, Set<String>>> registry;

    private final AsyncLoadingCache<String, Set<TopicName>> unregistered;

    private final AsyncLoadingCache<String, StoreTime> time;

    private final AsyncLoadingCache<String, GroupSample> groups;

    private final AsyncLoadingCache<TopicName, TopicForecast> topics;

    private final AsyncCache<FailuresKey, SharedAnswer<DeadLetterGroups>> failures;

    private final AsyncCache<String, SharedAnswer<List<PastWork>>> work;

    private record FailuresKey(TopicName topic, int limit) {}

    /**
     * Creates a sampler.
     *
     * @param engine the queue
     * @param budget limits the calls
     * @param threads the threads of the calls
     */
    public Sampler(DelayQueueEngine engine, CallBudget budget, LiveThreads threads) {
        this(engine, budget, threads::run, Ticker.systemTicker());
    }

    Sampler(DelayQueueEngine engine, CallBudget budget, Consumer<Runnable> threads, Ticker ticker) {
        this.engine = engine;
        this.ticker = ticker;
        this.shown = cache(SHOWN);
        this.views = cache(VIEW_SHARED);
        this.calls = new StoreCalls(
                new CountBatches(this::count, this::countsGroupsTogether), this::isShown, health, budget, threads);
        this.registry =
                cache(REGISTRY_DUE, (all, last) -> calls.ask(Kind.REGISTRY, Rank.SOON, engine.register()::topics));
        this.unregistered = cache(
                REGISTRY_DUE,
                (all, last) -> calls.ask(Kind.UNREGISTERED, Rank.SOON, engine.inspector()::unregisteredTopics));
        this.time = cache(TIME_DUE, (group, last) -> calls.ask(Kind.TIME, Rank.SOON, () -> readTime(group)));
        this.groups = cache(
                DUE,
                (group, last) ->
                        calls.ask(Kind.INSTANCES, rank(group, last), () -> (last == null ? GroupSample.NONE : last)
                                .next(engine.inspector().instances(group), System.nanoTime())));
        this.topics = cache(DUE, (topic, last) -> last == null ? calls.countFirst(topic) : calls.count(topic));
        this.failures = caches().expireAfterWrite(FAILURES_SHARED).buildAsync();
        this.work = caches().expireAfterWrite(WORK_SHARED).buildAsync();
    }

    private <K, V> Cache<K, V> cache(Duration kept) {
        return caches().expireAfterWrite(kept).build();
    }

    private Caffeine<Object, Object> caches() {
        return Caffeine.newBuilder().executor(Runnable::run).ticker(ticker);
    }

    private <K, V> AsyncLoadingCache<K, V> cache(
            Duration due, BiFunction<K, @Nullable V, CompletableFuture<V>> loader) {
        return caches().refreshAfterWrite(due)
                // A timer wheel, because expireAfterAccess scans all loading entries on each write.
                .expireAfter(Expiry.accessing((key, sample) -> DROPPED))
                .buildAsync(new AsyncCacheLoader<K, V>() {

                    @Override
                    public CompletableFuture<V> asyncLoad(K key, Executor executor) {
                        return loader.apply(key, null);
                    }

                    @Override
                    public CompletableFuture<V> asyncReload(K key, V last, Executor executor) {
                        return loader.apply(key, last);
                    }
                });
    }

    private static <K, V> @Nullable V read(AsyncLoadingCache<K, V> cache, K key) {
        CompletableFuture<V> sample = cache.get(key);
        return sample.isCompletedExceptionally() ? null : sample.getNow(null);
    }

    private StoreTime readTime(String group) {
        long called = System.nanoTime();
        return StoreTime.of(engine.inspector().storeTime(group), called, System.nanoTime());
    }

    private List<TopicForecast> count(Map<String, List<String>> names) {
        return engine.inspector().forecast(names, TopicForecast.DEFAULT_WINDOWS);
    }

    private boolean countsGroupsTogether() {
        try {
            return engine.inspector().countsGroupsTogether();
        } catch (DelayQueueException e) {
            // It is closed: the call itself fails.
            return false;
        }
    }

    private Rank rank(String group, @Nullable GroupSample last) {
        boolean first = last == null || last.isIncomplete();
        if (isShown(group)) {
            return first ? Rank.SHOWN_FIRST_SAMPLE : Rank.SOON;
        }
        return first ? Rank.FIRST_SAMPLE : Rank.LATER;
    }

    private boolean isShown(Object topicOrGroup) {
        return shown.getIfPresent(topicOrGroup) != null;
    }

    /**
     * Marks the topics and the group of a page: their samples take precedence for a while.
     *
     * @param names the topics
     * @param group the group; null for none
     */
    public void show(Collection<TopicName> names, @Nullable String group) {
        names.forEach(topic -> shown.put(topic, true));
        if (group != null) {
            shown.put(group, true);
        }
    }

    /**
     * Makes the next call of the store if one is due and allowed; does not wait for the result.
     *
     * @return whether a call was made
     */
    public boolean tick() {
        return calls.tick();
    }

    /** {@return the queue} */
    public DelayQueueEngine engine() {
        return engine;
    }

    /** {@return whether the registry has been read} */
    public boolean isReady() {
        return read(registry, ALL) != null;
    }

    /** {@return the groups by name, those that are registered or have tasks; null until the registry was read} */
    public @Nullable SortedMap<String, GroupView> groups() {
        return views.get(ALL, all -> {
            Map<String, Set<String>> registered = read(registry, ALL);
            if (registered == null) {
                return null;
            }
            SortedMap<String, GroupView> view = new TreeMap<>();
            registered.forEach((group, names) -> view.put(
                    group,
                    new GroupView(
                            group,
                            true,
                            names.stream()
                                    .map(name -> row(new TopicName(group, name), true))
                                    .toList(),
                            group(group))));
            unregisteredWithTasks(registered)
                    .forEach((group, rows) -> view.merge(
                            group,
                            new GroupView(group, false, rows, group(group)),
                            (known, more) -> known.with(more.topics())));
            return Collections.unmodifiableSortedMap(view);
        });
    }

    private Map<String, List<TopicRow>> unregisteredWithTasks(Map<String, Set<String>> registered) {
        Set<TopicName> names = read(unregistered, ALL);
        if (names == null) {
            return Map.of();
        }
        Set<String> others = names.stream()
                .map(TopicName::group)
                .filter(group -> !registered.containsKey(group))
                .distinct()
                .limit(MAX_UNREGISTERED_GROUPS)
                .collect(Collectors.toSet());
        return names.stream()
                .filter(name -> registered.containsKey(name.group())
                        ? !registered.get(name.group()).contains(name.topic())
                        : others.contains(name.group()))
                .sorted(Comparator.comparing(TopicName::topic))
                .map(name -> row(name, false))
                .filter(row -> row.counts() != null && row.counts().total() > 0)
                .collect(Collectors.groupingBy(row -> row.name().group()));
    }

    /**
     * Returns a topic, registered or not.
     *
     * @param topic the topic
     * @return the last sample
     */
    public TopicRow topic(TopicName topic) {
        Map<String, Set<String>> registered = read(registry, ALL);
        return row(
                topic,
                registered != null
                        && registered.getOrDefault(topic.group(), Set.of()).contains(topic.topic()));
    }

    private TopicRow row(TopicName topic, boolean registered) {
        return new TopicRow(topic, registered, read(topics, topic));
    }

    /**
     * Returns the instances of a group, registered or not, and their rates.
     *
     * @param group the group
     * @return the sample; null before the first
     */
    public @Nullable GroupSample group(String group) {
        return read(groups, group);
    }

    /**
     * Groups the newest dead letters of a topic by their failures, in one call.
     *
     * @param topic the topic
     * @param limit maximum number of dead letters, in the inspector's range
     * @return the groups, shared for a moment, or the refusal of the store; cancelled if the store does not answer
     */
    public CompletableFuture<DeadLetterGroups> failures(TopicName topic, int limit) {
        return ask(failures, new FailuresKey(topic, limit), Kind.FAILURES, Rank.SOON, () -> engine.inspector()
                .groupDeadLetters(topic.group(), topic.topic(), null, limit, 1));
    }

    /**
     * Reads the work of a group in the last day.
     *
     * @param group the group
     * @return the parts, shared for a minute, or the refusal of the store; cancelled if the store does not answer
     */
    public CompletableFuture<List<PastWork>> work(String group) {
        return ask(work, group, Kind.WORK, Rank.SHOWN_FIRST_SAMPLE, () -> engine.inspector()
                .pastWork(group));
    }

    private <K, T> CompletableFuture<T> ask(
            AsyncCache<K, SharedAnswer<T>> cache, K key, Kind kind, Rank rank, Supplier<T> question) {
        return cache.get(key, (missing, executor) -> calls.ask(kind, rank, () -> SharedAnswer.read(question)))
                .thenCompose(SharedAnswer::result);
    }

    /** {@return the time by the store's clock; null if it is not known yet} */
    public @Nullable Instant storeTime() {
        Map<String, Set<String>> registered = read(registry, ALL);
        if (registered == null || registered.isEmpty()) {
            return null;
        }
        StoreTime read = read(time, registered.keySet().iterator().next());
        return read == null ? null : read.at(System.nanoTime());
    }

    /** {@return the duration of the store's outage; null if it answers} */
    public @Nullable Duration outage() {
        return health.outage();
    }

    /** {@return the message of the store's failure; null if there is none} */
    public @Nullable String error() {
        return health.error();
    }
}
