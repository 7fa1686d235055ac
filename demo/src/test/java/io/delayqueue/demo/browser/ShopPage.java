package io.delayqueue.demo.browser;

import io.delayqueue.browser.Browser;
import io.delayqueue.browser.Dashboard;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Page of the shop in the browser. */
final class ShopPage {

    private static final By MAIL_SERVER = By.id("mail-server");

    private final Browser browser;

    private final String address;

    ShopPage(Browser browser, String address) {
        this.browser = browser;
        this.address = address;
    }

    static By card(String item) {
        return By.xpath("//li[.//h3[contains(., \"" + item + "\")]]");
    }

    static By timer(String item) {
        return By.xpath("//li[.//h3[contains(., \"" + item + "\")]]//*[@role = 'timer']");
    }

    void open() {
        browser.open(address);
        browser.awaitText(By.id("link"), "Live"::equals);
    }

    /** Places an order, and returns its number. */
    String order(String item, int seconds) {
        open();
        WebElement name = browser.visible(By.id("item"));
        name.clear();
        name.sendKeys(item);
        browser.click(By.cssSelector("input[name=paymentSeconds][value='" + seconds + "']"));
        browser.click(By.cssSelector("#place button"));
        return browser.visible(card(item))
                .findElement(By.className("order-number"))
                .getText()
                .substring(1);
    }

    void pay(String item) {
        browser.click(card(item), By.className("pay"));
        browser.awaitText(card(item), text -> text.contains("Paid with"));
    }

    void switchMailServer(boolean up) {
        if (mailServerIsUp() != up) {
            browser.click(MAIL_SERVER);
        }
        browser.await("the mail server's switch is set", () -> mailServerIsUp() == up);
    }

    boolean mailServerIsUp() {
        browser.await(
                "where the switch stands is known",
                () -> browser.driver().findElement(MAIL_SERVER).isEnabled());
        return browser.driver().findElement(MAIL_SERVER).isSelected();
    }

    void dashboard() {
        browser.click(By.linkText("See the queue"));
        browser.visible(Dashboard.mark("page-overview"));
    }
}
