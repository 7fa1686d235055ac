package com.example.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import redis.embedded.RedisServer;

/** Two instances, whose bank is often away, and a real Redis. */
class TwoInstancesTests {

    private static final List<String> CUSTOMERS = List.of("ada", "ben", "cleo", "dan");

    private static final int ENTRIES = 60;

    private RedisServer redis;

    private Instance north;

    private Instance south;

    @BeforeEach
    void start() throws IOException {
        int port = freePort();
        redis = RedisServer.builder()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .build();
        redis.start();
        north = new Instance("north", port);
        south = new Instance("south", port);
    }

    @AfterEach
    void stop() {
        north.close();
        south.close();
        redis.stop();
    }

    @Test
    void entriesOfEachCustomerShouldBePostedInTheOrderInWhichTheyWereMade() {
        for (int i = 1; i <= ENTRIES; i++) {
            Ledger ledger = i % 2 == 0 ? north.ledger : south.ledger;
            for (String customer : CUSTOMERS) {
                ledger.enter(customer, amount(i));
            }
        }

        awaitEntries(ENTRIES / 2);
        north.close(); // what it has not posted is posted by the other
        awaitEntries(ENTRIES);

        List<Ledger.Posted> all = new ArrayList<>();
        for (String customer : CUSTOMERS) {
            List<Ledger.Posted> entries = south.ledger.entries(customer);
            all.addAll(entries);
            long balance = 0;
            for (int i = 1; i <= ENTRIES; i++) {
                balance += amount(i);
                assertThat(entries.get(i - 1).amount())
                        .as("entry %d of %s", i, customer)
                        .isEqualTo(amount(i));
                assertThat(entries.get(i - 1).balance()).isEqualTo(balance);
            }
        }
        assertThat(south.ledger.accounts()).hasSize(CUSTOMERS.size()).allSatisfy(account -> {
            assertThat(account.balance()).isEqualTo(all.get(ENTRIES - 1).balance());
            assertThat(account.entries()).isEqualTo(ENTRIES);
            assertThat(account.disordered()).isZero();
        });
        assertThat(all).extracting(Ledger.Posted::instance).contains("north", "south");
        assertThat(all).anySatisfy(entry -> assertThat(entry.attempt()).isGreaterThan(1));
    }

    /** All are different, every third is a withdrawal. */
    private static long amount(int number) {
        return number % 3 == 0 ? -number : 100 + number;
    }

    private void awaitEntries(int each) {
        await().atMost(Duration.ofMinutes(1)).until(() -> CUSTOMERS.stream()
                .allMatch(customer -> south.ledger.entries(customer).size() >= each));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static final class Instance implements AutoCloseable {

        private final ConfigurableApplicationContext context;

        private final Ledger ledger;

        private Instance(String name, int redisPort) {
            context = new SpringApplicationBuilder(LedgerApplication.class)
                    .run(
                            "--server.port=0",
                            "--spring.data.redis.port=" + redisPort,
                            "--spring.datasource.url=jdbc:h2:mem:two-instances;DB_CLOSE_DELAY=-1",
                            "--ledger.instance=" + name,
                            "--ledger.bank-away=0.3",
                            "--ledger.initial-delay=20ms");
            ledger = context.getBean(Ledger.class);
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
