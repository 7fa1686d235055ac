package io.delayqueue.browser;

import io.delayqueue.TopicName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** Dashboard in the browser. Its elements are found by their test ids and texts. */
public final class Dashboard {

    private final Browser browser;

    private final String address;

    public Dashboard(Browser browser, String shop) {
        this.browser = browser;
        this.address = shop + "/delayqueue/#/";
    }

    public static By mark(String name) {
        return By.cssSelector("[data-testid='" + name + "']");
    }

    /** Finds the row of a task in the displayed list. */
    public static By row(String id) {
        return By.xpath("//tr[@data-testid = 'task-row'][.//a[. = \"" + id + "\"]]");
    }

    /** Finds an element in the row of a task. */
    public static By inRow(String id, String name) {
        return By.xpath("//tr[@data-testid = 'task-row'][.//a[. = \"" + id + "\"]]//*[@data-testid = '" + name + "']");
    }

    /** Finds an element in the row of a topic. */
    public static By inTopic(TopicName topic, String name) {
        return By.xpath("//tr[@data-testid = 'topic-row'][contains(., '" + topic.group() + "') and .//a[. = '"
                + topic.topic() + "']]//" + name);
    }

    public void overview() {
        open("");
        browser.visible(mark("page-overview"));
        awaitLive();
    }

    /** @param query such as {@code ?state=DEAD}, or empty */
    public void topic(TopicName topic, String query) {
        open("topics/" + topic.group() + "/" + topic.topic() + query);
        browser.visible(mark("page-topic"));
        awaitLive();
    }

    public void task(String group, String id) {
        open("tasks/" + group + "/"
                + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"));
        browser.visible(mark("page-task"));
    }

    /** @param query such as {@code ?id=order-42} */
    public void find(String query) {
        open("find" + query);
        browser.visible(mark("page-find"));
    }

    public void instances() {
        open("instances");
        browser.visible(mark("page-instances"));
    }

    public void schedules() {
        open("schedules");
        browser.visible(mark("page-schedules"));
    }

    public void outbox() {
        open("outbox");
        browser.visible(mark("page-outbox"));
    }

    /** Loads a page, even if it is open already. */
    private void open(String place) {
        browser.open("about:blank");
        browser.open(address + place);
    }

    public void awaitLive() {
        browser.visible(By.cssSelector("[data-testid='connection'][data-state='live']"));
    }

    public void choose(String queue) {
        new Select(browser.visible(mark("queue-switch"))).selectByValue(queue);
    }

    public void click(String name) {
        browser.click(mark(name));
    }

    public void confirm() {
        click("confirm-yes");
        browser.awaitGone(mark("confirm"));
    }

    public void awaitWord(String text) {
        browser.awaitText(mark("toast"), words -> words.contains(text));
    }

    /** Undoes the action of the notification with this text. */
    public void undo(String text) {
        browser.click(By.xpath("//*[@data-testid = 'toast'][contains(., \"" + text + "\")]//*[@data-testid = 'undo']"));
    }

    public void fill(String field, String text) {
        WebElement input = browser.visible(By.name(field));
        input.clear();
        input.sendKeys(text);
    }
}
