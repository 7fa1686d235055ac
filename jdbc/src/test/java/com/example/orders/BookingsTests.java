package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** The batch listeners of the documentation whose work is one transaction. */
@SpringBootTest(
        classes = BookingsTests.Application.class,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:bookings;DB_CLOSE_DELAY=-1",
            "delayqueue.transactions.enabled=true",
            "delayqueue.max-attempts=1"
        },
        webEnvironment = WebEnvironment.NONE)
@AutoConfigureDelayQueueTest
class BookingsTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
    @Import(Bookings.class)
    static class Application {}

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    DelayQueueService service;

    @Autowired
    JdbcTemplate jdbc;

    @BeforeEach
    void create() {
        jdbc.execute("drop table if exists bookings");
        jdbc.execute("create table bookings (number int primary key check (number <> 3))");
    }

    @ParameterizedTest
    @ValueSource(strings = {"book", "import"})
    void workOfTasksThatAreNotNamedShouldBeCommitted(String topic) {
        service.addTasks(IntStream.range(0, 10)
                .mapToObj(number -> Task.of("orders", topic)
                        .id(topic + "-" + number)
                        .payload(new Order(number))
                        .build())
                .toList());
        kit.runDue();
        List<Integer> others =
                IntStream.range(0, 10).filter(number -> number != 3).boxed().toList();
        assertThat(jdbc.queryForList("select number from bookings order by number", Integer.class))
                .containsExactlyElementsOf(others);
        assertThat(kit.tasks().stream().filter(task -> task.state() == TaskState.DELAYED))
                .extracting(TaskInfo::id)
                .containsExactlyInAnyOrderElementsOf(
                        others.stream().map(number -> "confirm-" + number).toList());
        assertThat(kit.tasks().stream().filter(task -> task.state() == TaskState.DEAD))
                .extracting(TaskInfo::id)
                .containsExactly(topic + "-3");
    }
}
