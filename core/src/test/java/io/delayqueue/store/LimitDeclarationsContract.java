package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.LimitStore.Changes;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Contract of what code and operators say of limits, and of what operators read. */
public abstract class LimitDeclarationsContract extends LimitFixture {

    private static final Map<String, List<String>> SHARING = Map.of("t", List.of("shared"), "u", List.of("shared"));

    /** Texts for which the last declaration waits. */
    private Map<String, String> waiting = Map.of();

    protected LimitDeclarationsContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private LimitInfo info() {
        assertThat(limits().list(group)).hasSize(1);
        return limits().list(group).get(0);
    }

    private Declaration declaration(int concurrency) {
        return new Declaration(List.of(shared.concurrency(concurrency)), rules(SHARING));
    }

    /** Declares while other instances live; returns what was there before. */
    private Map<String, String> declareWhile(Declaration mine, Declaration... live) {
        Changes changes = limits().declare(group, mine, (key, text) -> Stream.of(live)
                .anyMatch(other -> text.equals(other.texts().get(key))));
        waiting = changes.waiting();
        return changes.before();
    }

    @Test
    void firstDeclarationShouldBeWritten() {
        Limit limit = shared.concurrency(3).rate(5, TimeUnit.MINUTES).burst(4);
        assertThat(declareWhile(new Declaration(List.of(limit), rules(SHARING))))
                .containsExactly(Map.entry("%shared", ""), Map.entry("t", ""), Map.entry("u", ""));
        assertThat(waiting).isEmpty();
        assertThat(info()).isEqualTo(new LimitInfo(limit, limit, 0, 0, null, null, List.of("t", "u")));
        assertThat(info().changed()).isFalse();
        assertThat(declare(SHARING, limit)).isEmpty();
    }

    @Test
    void limitBelowWhatABatchWaitsForShouldBeRefusedAtTheDeclarationAndAtRunTime() {
        Declaration waiting = new Declaration(
                List.of(shared.concurrency(5)), Map.of("t", new LeaseRule(List.of("shared"), null, 5, 1_000)));
        declareWhile(waiting);
        String subject = "limit " + group + "/shared ";
        assertThatThrownBy(() -> limits().set(shared.concurrency(4)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(
                        subject + "concurrency must be at least 5, because shared lets 4 tasks run, and a batch of t"
                                + " waits for 5, but is 4");
        assertThatThrownBy(() -> limits().set(shared.rate(5, TimeUnit.SECONDS).burst(4)))
                .hasMessage(subject
                        + "burst must be at least 5, because shared lets 4 tasks begin, and a batch of t waits for"
                        + " 5, but is 4");
        assertThat(info().limit()).isEqualTo(shared.concurrency(5));
        limits().set(shared.concurrency(5).rate(5, TimeUnit.SECONDS).burst(5));
        // Both become smaller in one declaration.
        declareWhile(new Declaration(
                List.of(shared.concurrency(2)), Map.of("t", new LeaseRule(List.of("shared"), null, 2, 1_000))));
        assertThat(info().limit()).isEqualTo(shared.concurrency(2));
    }

    @Test
    void groupWithoutLimitsShouldHaveNone() {
        assertThat(declare(Map.of("t", List.of()))).isEmpty();
        assertThat(limits().list(group)).isEmpty();
        assertThat(limits().audit(group, false)).isEmpty();
    }

    @Test
    void infoShouldSayWhatALimitDoes() {
        share(shared.concurrency(2).rate(1, TimeUnit.HOURS).burst(2));
        ready("t", 3);
        store().add(group, List.of(TestTasks.task("u", "later", 60_000, true, detail("u", "later"))));
        reserved("t", 2);
        due("u", 1);
        untilTheNextMillisecond();
        Instant until = in(60_000);
        limits().hold(group, "shared", until);
        assertThat(info().running()).isEqualTo(2);
        assertThat(info().waiting()).isEqualTo(2);
        assertThat(info().heldUntil()).isEqualTo(until);
        assertThat(info().nextToken()).isBetween(in(3_500_000), in(3_600_000));
    }

    @Test
    void rateWithoutABurstShouldHaveTheTokensOfATenthOfASecond() {
        share(shared.rate(100, TimeUnit.SECONDS));
        assertThat(info().limit()).isEqualTo(shared.rate(100, TimeUnit.SECONDS).burst(10));
    }

    @Test
    void changeAtRunTimeShouldOutlastTheDeclarationThatItHasChanged() {
        declareWhile(declaration(3));
        limits().set(shared.concurrency(1));
        assertThat(declareWhile(declaration(3))).isEmpty();
        assertThat(info().limit()).isEqualTo(shared.concurrency(1));
        assertThat(info().declared()).isEqualTo(shared.concurrency(3));
        assertThat(info().changed()).isTrue();
        assertThat(declareWhile(declaration(4))).containsExactly(Map.entry("%shared", "1||"));
        assertThat(info().limit()).isEqualTo(shared.concurrency(4));
        assertThat(info().changed()).isFalse();
    }

    @Test
    void declarationShouldWaitWhileALiveInstanceDeclaresTheLastOne() {
        declareWhile(declaration(3));
        limits().set(shared.concurrency(1));
        assertThat(declareWhile(declaration(4), declaration(5), declaration(3))).isEmpty();
        assertThat(waiting).containsExactly(Map.entry("%shared", "3||"));
        assertThat(declareWhile(declaration(3), declaration(3))).isEmpty();
        assertThat(waiting).isEmpty();
        assertThat(info().limit()).isEqualTo(shared.concurrency(1));
        assertThat(declareWhile(declaration(4), declaration(5))).containsOnlyKeys("%shared");
        assertThat(waiting).isEmpty();
        assertThat(declareWhile(declaration(3), declaration(4))).isEmpty();
        assertThat(waiting).containsExactly(Map.entry("%shared", "4||"));
        assertThat(info().limit()).isEqualTo(shared.concurrency(4));
    }

    @Test
    void limitsOfATopicShouldWaitWhileALiveInstanceDeclaresTheLastOnes() {
        declareWhile(declaration(3));
        Declaration none = new Declaration(List.of(), rules(Map.of("t", List.of())));
        assertThat(declareWhile(none, declaration(3))).isEmpty();
        assertThat(waiting).containsExactly(Map.entry("t", "shared"));
        assertThat(info().topics()).containsExactly("t", "u");
        assertThat(declareWhile(none, none)).containsExactly(Map.entry("t", "shared"));
        assertThat(info().topics()).containsExactly("u");
        assertThat(declareWhile(declaration(3), none)).containsExactly(Map.entry("t", ""));
        assertThat(info().topics()).containsExactly("t", "u");
    }

    @Test
    void serviceThatSharesALimitShouldNotTakeTheTopicsOfAnother() {
        declare(Map.of("t", List.of("shared")), shared.concurrency(3));
        assertThat(declare(Map.of("u", List.of("shared")), shared.concurrency(3)))
                .containsOnlyKeys("u");
        assertThat(info().topics()).containsExactly("t", "u");
    }

    @Test
    void topicDeclaredBeforeItsLimitShouldEnterTheLimit() {
        declare(Map.of("t", List.of("shared")));
        assertThat(limits().audit(group, false)).isEqualTo(Map.of("t", Set.of("shared")));
        declare(Map.of("u", List.of("shared")), shared.concurrency(1));
        assertThat(limits().audit(group, true)).isEmpty();
        assertThat(info().topics()).containsExactly("t", "u");
    }

    @Test
    void missingLimitShouldBeRemovedByARepairUntilItIsDeclared() {
        declare(
                Map.of("t", List.of("shared", "other"), "u", List.of("shared")),
                Limit.of(group, "other").concurrency(1));
        assertThat(limits().audit(group, true)).isEqualTo(Map.of("t", Set.of("shared"), "u", Set.of("shared")));
        assertThat(limits().audit(group, true)).isEmpty();
        assertThat(info().topics()).containsExactly("t");
        declareWhile(declaration(1), declaration(1));
        assertThat(limits().audit(group, false)).isEmpty();
        assertThat(limits().list(group)).extracting(info -> info.limit().name()).contains("shared");
    }

    @Test
    void changeOfALimitShouldKeepItsHoldAndItsTokens() {
        share(shared.rate(1, TimeUnit.HOURS).burst(1));
        ready("t", 2);
        reserved("t", 1);
        Instant until = in(60_000);
        limits().hold(group, "shared", until);
        limits().set(shared.rate(2, TimeUnit.HOURS).burst(1));
        assertThat(info().heldUntil()).isEqualTo(until);
        limits().hold(group, "shared", Instant.EPOCH);
        reserved("t", 0);
    }

    @Test
    void pauseShouldOutlastADeclaration() {
        topics().pause(topic);
        declareWhile(declaration(3));
        declareWhile(new Declaration(List.of(), rules(Map.of("t", List.of()))));
        assertThat(counts().paused()).isTrue();
        assertThat(topics().resume(topic)).isTrue();
    }

    @Test
    void resumedTopicShouldKeepItsLimits() {
        declareWhile(declaration(1));
        topics().pause(topic);
        topics().resume(topic);
        ready("t", 2);
        reserved("t", 1);
    }

    @Test
    void limitShouldHaveAsManyTopicsAsItMay() {
        Map<String, List<String>> most = IntStream.range(0, Limit.MAX_TOPICS)
                .mapToObj(i -> "t" + i)
                .collect(Collectors.toMap(name -> name, name -> List.of("shared")));
        declare(most, shared.concurrency(1));
        assertThatThrownBy(() -> declare(Map.of("more", List.of("shared")), shared.concurrency(2)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("shared")
                .hasMessageContaining("16");
        assertThat(info().topics()).hasSize(Limit.MAX_TOPICS);
        declare(Map.of("t0", List.of()));
        declare(Map.of("more", List.of("shared")));
        assertThat(info().topics()).hasSize(Limit.MAX_TOPICS).contains("more");
    }

    @Test
    void manyTopicsShouldBeDeclaredWithTheirOwnLimits() {
        List<String> names = IntStream.range(0, 300).mapToObj(i -> "t" + i).toList();
        Limit[] own =
                names.stream().map(name -> Limit.of(group, name).concurrency(1)).toArray(Limit[]::new);
        Map<String, String> before = declare(names.stream().collect(Collectors.toMap(name -> name, List::of)), own);
        assertThat(before).hasSize(600);
        assertThat(limits().list(group))
                .hasSize(300)
                .isSortedAccordingTo((one, other) ->
                        one.limit().name().compareTo(other.limit().name()))
                .allSatisfy(info ->
                        assertThat(info.topics()).containsExactly(info.limit().name()));
    }

    @Test
    void ownLimitShouldGoWithItsDeclaration() {
        Limit own = Limit.of(group, "t").concurrency(1);
        declare(Map.of("t", List.of("t")), own);
        assertThat(info().topics()).containsExactly("t");
        declare(Map.of("t", List.of()));
        assertThat(limits().list(group)).isEmpty();
        assertThat(declare(Map.of("t", List.of("t")), own)).containsOnlyKeys("%t", "t");
    }

    @Test
    void newLimitShouldBeThatOfTheTopicOfItsName() {
        Limit own = Limit.of(group, "t").concurrency(1);
        limits().set(own);
        assertThat(info()).isEqualTo(new LimitInfo(own, null, 0, 0, null, null, List.of("t")));
        ready("t", 2);
        reserved("t", 1);
        assertThat(limits().reset(group, "t")).isTrue();
        assertThat(limits().list(group)).isEmpty();
        assertThat(limits().reset(group, "t")).isFalse();
        reserved("t", 1);
    }

    @Test
    void topicShouldHaveAsManyLimitsAsItMay() {
        Limit other = Limit.of(group, "other").concurrency(1);
        declare(Map.of("t", List.of("shared", "other")), shared.concurrency(1), other);
        assertThatThrownBy(() -> limits().set(Limit.of(group, "t").concurrency(1)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("limits");
        assertThat(limits().list(group)).hasSize(2);
    }

    @Test
    void resetShouldTakeWhatWasDeclaredLast() {
        declareWhile(declaration(3));
        limits().set(shared.rate(1, TimeUnit.SECONDS));
        assertThat(limits().reset(group, "shared")).isTrue();
        assertThat(info().limit()).isEqualTo(shared.concurrency(3));
        assertThat(info().topics()).containsExactly("t", "u");
        assertThat(limits().reset(group, "none")).isFalse();
    }

    @Test
    void removedLimitShouldBeWrittenAgainByTheNextDeclaration() {
        declareWhile(declaration(3));
        assertThat(limits().remove(group, "shared")).isTrue();
        assertThat(limits().list(group)).isEmpty();
        assertThat(limits().remove(group, "shared")).isFalse();
        assertThat(declareWhile(declaration(3), declaration(3))).containsOnlyKeys("%shared", "t", "u");
        assertThat(info().topics()).containsExactly("t", "u");
    }

    @Test
    void ownLimitThatWasSetAtRunTimeShouldOutlastItsEmptyTopic() {
        Limit declared = Limit.of(group, "u").concurrency(5);
        Limit own = Limit.of(group, "t").concurrency(1);
        declare(Map.of("u", List.of("u")), declared);
        limits().set(own);
        ready("t", 1);
        ready("u", 1);
        finish(reserved("t", 1));
        finish(reserved("u", 1));
        assertThat(topics().forgetEmpty(group, List.of())).isEqualTo(2);
        assertThat(info().limit()).isEqualTo(own);
        ready("t", 2);
        reserved("t", 1);
    }

    @Test
    void forgottenTopicShouldLeaveItsLimits() {
        declareWhile(declaration(1));
        ready("t", 1);
        ready("u", 1);
        finish(reserved("t", 1));
        finish(reserved("u", 1));
        topics().hold(named("u"), in(60_000));
        assertThat(topics().forgetEmpty(group, List.of())).isEqualTo(2);
        assertThat(info().topics()).containsExactly("u");
        assertThat(topics().count(group, List.of("u")).get(0).heldUntil()).isNotNull();
        assertThat(declareWhile(declaration(1))).containsOnlyKeys("t");
        assertThat(info().topics()).containsExactly("t", "u");
    }
}
