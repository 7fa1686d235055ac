package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Tag;
import io.delayqueue.TopicName;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.store.StoredRecord;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Slowlog;

/** Costs of searches in a million records with two tags for the server. The output has the longest call of each search. */
class HistoryCostIT {

    private static final int PARTS = 115;

    private static final int RECORDS = 8_700;

    private static final String FILL = """
            local at, per, time = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
            for i = 1, per do
              local n = at * per + i
              local id = ('task%010d'):format(n)
              local json = ('[%.0f,\\t%.0f,%d,%d,1,"71-1x0k2m"]'):format(time + i, time - 500, i % 30, i % 400)
              local terms = { id, 'order=' .. math.floor(n / 2), 'customer=' .. n % 5000, '@all' }
              if n % 1000 == 0 then
                terms[5] = '!DEAD'
              end
              terms[#terms + 1] = json
              redis.call('RPUSH', KEYS[1], unpack(terms))
            end""";

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Jedis jedis = engines.closing(server.connect());

    private final TopicName topic = new TopicName(engines.group(), "t");

    private final TopicHistory history = engines.build().inspector().history(topic);

    @BeforeEach
    void fill() {
        String prefix = "{" + topic.group() + "}:";
        long now = System.currentTimeMillis();
        StringBuilder closed = new StringBuilder();
        for (int part = 1; part <= PARTS; part++) {
            long first = now - (PARTS - part + 1) * 10_000L;
            jedis.eval(FILL, 1, prefix + "HISTORY:t:" + part, "" + (part - 1), "" + RECORDS, "" + first);
            String counts = part + ":900000:" + RECORDS + ":" + first;
            if (part < PARTS) {
                closed.append(counts + ":" + (first + 9_999) + ":FINISHED=8691,DEAD=9;");
            } else {
                jedis.hset(prefix + "RECORDED", "#t", counts + ":FINISHED=8691,DEAD=9");
            }
        }
        jedis.hset(prefix + "RECORDED", Map.of("=t", closed.toString(), "t", "604800000|268435456||"));
        history.find("warm");
        jedis.configSet("slowlog-log-slower-than", "0");
        jedis.configSet("slowlog-max-len", "10000");
    }

    private Map<String, Integer> calls(String name, Runnable search) {
        jedis.configResetStat();
        jedis.slowlogReset();
        search.run();
        Map<String, Integer> counts = Commands.counts(server);
        List<Slowlog> slow = jedis.slowlogGet(10_000).stream()
                .filter(entry -> entry.getArgs().get(0).equalsIgnoreCase("EVALSHA"))
                .toList();
        long all = slow.stream().mapToLong(Slowlog::getExecutionTime).sum();
        long longest = slow.stream().mapToLong(Slowlog::getExecutionTime).max().orElse(0);
        System.out.println(name + ": " + slow.size() + " scripts, " + all + " µs, the longest " + longest + " µs");
        return counts;
    }

    private void assertCalls(String name, HistoryQuery query, int records, int parts, int reads) {
        Map<String, Integer> calls =
                calls(name, () -> assertThat(history.list(query).records()).hasSize(records));
        // One call asks for the time.
        assertThat(calls.get("evalsha")).isEqualTo(parts + 1);
        assertThat(calls.getOrDefault("lpos", 0))
                .isEqualTo(StoredRecord.terms(query).isEmpty() ? 0 : parts);
        assertThat(calls.getOrDefault("lrange", 0)).isEqualTo(reads);
        assertThat(calls.get("hmget")).isEqualTo(1);
    }

    @Test
    void searchesShouldTakeACallForEachPart() {
        long all = (long) PARTS * RECORDS;
        assertCalls("the newest 50", HistoryQuery.ALL, 50, 1, 50);
        assertCalls("the newest 50 that are finished", HistoryQuery.ALL.outcome(RecordedOutcome.FINISHED), 50, 1, 50);
        assertCalls("50 dead ones of 1,000", HistoryQuery.ALL.outcome(RecordedOutcome.DEAD), 50, 6, 50);
        assertCalls("two of an order", HistoryQuery.ALL.tag(Tag.parse("order=" + (all - 9_000) / 2)), 2, 20, 2);
        assertThat(calls("an id of the newest part", () -> history.find("task%010d".formatted(all - 5)))
                        .get("lpos"))
                .isEqualTo(1);
        assertThat(calls("an id of the oldest part", () -> history.find("task%010d".formatted(5)))
                        .get("lpos"))
                .isEqualTo(PARTS);
        assertThat(calls("no such id", () -> history.find("none")).get("lpos")).isEqualTo(PARTS);
        assertThat(calls("counts", history::counts)).containsAllEntriesOf(Map.of("evalsha", 1, "hmget", 1));
        deepPages();
        assertThat(calls("forget an order", () -> history.forget(Tag.parse("order=7")))
                        .get("lpos"))
                .isEqualTo(PARTS);
        calls("forget a customer of 200 records", () -> history.forget(Tag.parse("customer=7")));
    }

    /** Pages through a whole part, all of whose records match. */
    private void deepPages() {
        HistoryQuery query = HistoryQuery.ALL.key("all").limit(HistoryQuery.MAX_PAGE);
        HistoryPage page = history.list(query);
        for (int i = 0; i < 80; i++) {
            page = history.list(query.from(page.cursor()));
        }
        HistoryQuery deep = query.from(page.cursor());
        calls("a page of 100 in the depth of a part", () -> history.list(deep));
        calls(
                "before a time, in the depth of a part",
                () -> history.list(query.before(Instant.now().minus(Duration.ofSeconds(5)))));
    }
}
