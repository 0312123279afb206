/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for methods that are guarded by the partition of a key.
 */
class PartitionKeyTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static ApplicationContextRunner divided(ApplicationContextRunner runner) {
		return runner.withPropertyValues("leader-election.elections.orders.partitions=16");
	}

	private static <T> void leading(Class<T> bean, BiConsumer<ApplicationContext, T> test) {
		divided(Contexts.leading()).withBean("job", bean).run((context) -> test.accept(context, context.getBean(bean)));
	}

	private static int partition(ApplicationContext context, Object key) {
		String name = context.getBean(LeaderElections.class).partition("orders", key).name();
		return Integer.parseInt(name.substring("orders:".length()));
	}

	@Test
	void callRunsInTheTermOfThePartitionOfItsKey() {
		leading(Job.class, (context, job) -> {
			for (int i = 0; i < 100; i++) {
				String customer = "customer-" + i;
				assertThat(job.ship(new Order(customer, i))).isEqualTo(partition(context, customer));
			}
			assertThat(job.byNumber(4711)).isEqualTo(partition(context, 4711));
			assertThat(job.byUuid(new UUID(1, 2))).isEqualTo(partition(context, new UUID(1, 2)));
			assertThat(job.byZone(Zone.EU)).isEqualTo(partition(context, "EU"));
			assertThat(job.byPosition("a", "b")).isEqualTo(partition(context, "b"));
			assertThat(job.byBean("x")).isEqualTo(partition(context, "eu-x"));
			assertThat(job.byOtherBean("x")).isEqualTo(partition(context, "eu-x"));
		});
	}

	@Test
	void futuresAndReactiveTypesAreGuardedByTheirPartition() {
		leading(Job.class, (context, job) -> {
			assertThat(job.later("a").join()).isEqualTo(partition(context, "a"));
			assertThat(job.mono("a").block(PATIENCE)).isEqualTo(partition(context, "a"));
			Flux<Integer> flux = job.flux("b");
			assertThat(flux.collectList().block(PATIENCE)).containsExactly(partition(context, "b"));
			assertThat(flux.collectList().block(PATIENCE)).containsExactly(partition(context, "b"));
			assertThat(job.mono("c").block(PATIENCE)).isEqualTo(partition(context, "c"));
		});
	}

	@Test
	void callIsSkippedWhereThePartitionIsNotLed() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		ApplicationContextRunner runner = divided(Contexts.contending(memory)).withBean("job", Job.class)
			.withBean(StoreTraits.class, memory::traits);
		runner.run((first) -> {
			LeaderElections one = Contexts.elections(first);
			Awaitility.await().until(() -> one.all().stream().allMatch((partition) -> partition.isLeader()));
			runner.run((second) -> {
				one.partition("orders", "a").pause();
				Awaitility.await().until(() -> Contexts.elections(second).partition("orders", "a").isLeader());
				String other = other(one, "a");
				Job here = second.getBean(Job.class);
				assertThat(here.ship(new Order("a", 1))).isEqualTo(partition(second, "a"));
				assertThat(here.ship(new Order(other, 1))).isNull();
				assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> here.required(other))
					.withMessageContaining("orders:" + partition(second, other));
				Job there = first.getBean(Job.class);
				assertThat(there.ship(new Order("a", 1))).isNull();
				assertThat(there.ship(new Order(other, 1))).isEqualTo(partition(second, other));
				assertThat(there.mono("a").blockOptional(PATIENCE)).isEmpty();
				assertThat(there.later("a").join()).isNull();
			});
		});
	}

	/** Returns a key of another partition. */
	private static String other(LeaderElections elections, String key) {
		int i = 0;
		while (elections.partition("orders", key + i).equals(elections.partition("orders", key))) {
			i++;
		}
		return key + i;
	}

	@Test
	void keyThatIsNullOrCannotBeEvaluatedIsRefusedByTheCall() {
		leading(Job.class, (context, job) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> job.ship(new Order(null, 1)))
				.withMessageContaining("\"#order.customerId\"")
				.withMessageContaining("Job.ship()")
				.withMessageContaining("null");
			assertThatIllegalArgumentException().isThrownBy(() -> job.mono(null));
			assertThatIllegalArgumentException().isThrownBy(() -> job.later(null));
			assertThat(job.orders()).isEmpty();
			assertThatIllegalArgumentException().isThrownBy(() -> job.ship(null))
				.withMessageContaining("\"#order.customerId\"")
				.withMessageContaining("cannot be evaluated");
		});
	}

	@Test
	void keyWithoutStableTextIsRefusedByTheCall() {
		leading(Job.class, (context, job) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> job.byAnything(new Object()))
				.withMessageContaining("java.lang.Object")
				.withMessageContaining("UUID");
			assertThatIllegalArgumentException().isThrownBy(() -> job.byAnything(1.5));
			assertThat(job.byAnything("a")).isEqualTo(partition(context, "a"));
		});
	}

	@Test
	void placeholderIsResolved() {
		divided(Contexts.leading()).withBean("job", Placeholder.class)
			.withPropertyValues("jobs.key=#p0", "jobs.election=orders")
			.run((context) -> assertThat(context.getBean(Placeholder.class).run("a"))
				.isEqualTo(partition(context, "a")));
	}

	@Test
	void annotationOnATypeGivesTheKeyOfAllItsMethods() {
		leading(WholeType.class, (context, job) -> {
			assertThat(job.ship("a", 1)).isEqualTo(partition(context, "a"));
			assertThat(job.cancel(2, "b")).isEqualTo(partition(context, "b"));
		});
	}

	@ParameterizedTest
	@DeclaredJobs("""
			class Job extends PartitionKeyTests.WholeType { public void other() { } } | Job.other() ... '#customer' ... not a parameter
			@org.springframework.context.annotation.Lazy class Job { @OnLeader("orders") public void run() { } } | no partitionKey
			@OnLeader("orders") public void run() { } | @OnLeader on Job.run() ... 16 partitions ... no partitionKey ... partitionKey = "#order.customerId"
			@OnLeader(election = "orders", partitionKey = "#order.") public void run(PartitionKeyTests.Order order) { } | Job.run() ... "#order." ... not a valid SpEL expression ... Use an expression
			@OnLeader(election = "orders", partitionKey = "#ordr.customerId") public void run(PartitionKeyTests.Order order) { } | "#ordr.customerId" ... '#ordr' ... [order]
			""")
	void invalidKeyIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(divided(Contexts.following()), job, texts);
	}

	@Test
	void keyOnAnElectionWithoutPartitionsIsRefused() {
		Contexts.assertRefused(Contexts.following().withBean("job", Job.class), "partitionKey \"",
				"'orders' is not divided into partitions", "leader-election.elections[orders].partitions");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			PartitionKeyTests.Order order   | #order
			double amount                   | #amount
			PartitionKeyTests.Parcel parcel | #parcel.order
			Thread thread                   | #thread.contextClassLoader
			""")
	void keyWithoutStableTextIsRefused(String parameter, String key) {
		Declared.assertRefused(divided(Contexts.following()),
				Declared.job("@OnLeader(election = \"orders\", partitionKey = \"" + key + "\") public void run("
						+ parameter + ") { }"),
				"Job.run() ... whose text may differ from instance to instance ... Give text, an integral number, a UUID or an enum constant");
	}

	record Order(@Nullable String customerId, int number) {
	}

	record Parcel(Order order) {
	}

	enum Zone {

		EU

	}

	static class Job {

		private final List<Order> orders = new CopyOnWriteArrayList<>();

		public List<Order> orders() {
			return this.orders;
		}

		public String prefix() {
			return "eu-";
		}

		private static Integer led() {
			return Leadership.current().partition().orElseThrow();
		}

		@OnLeader(election = "orders", partitionKey = "#order.customerId")
		public @Nullable Integer ship(@Nullable Order order) {
			if (order != null) {
				this.orders.add(order);
			}
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "#customer", otherwise = Otherwise.THROW)
		public Integer required(String customer) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "#number")
		public Integer byNumber(long number) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "#id")
		public Integer byUuid(UUID id) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "#zone")
		public Integer byZone(Zone zone) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "#p1")
		public Integer byPosition(String first, String second) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "prefix() + #customer")
		public Integer byBean(String customer) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "@job.prefix() + #customer")
		public Integer byOtherBean(String customer) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "#key")
		public Integer byAnything(Object key) {
			return led();
		}

		@OnLeader(election = "orders", partitionKey = "#customer")
		public CompletableFuture<Integer> later(@Nullable String customer) {
			return CompletableFuture.completedFuture(led());
		}

		@OnLeader(election = "orders", partitionKey = "#customer")
		public Mono<Integer> mono(@Nullable String customer) {
			return Mono.fromSupplier(Job::led);
		}

		@OnLeader(election = "orders", partitionKey = "#customer")
		public Flux<Integer> flux(String customer) {
			return Flux.just(led());
		}

	}

	static class Placeholder {

		@OnLeader(election = "${jobs.election}", partitionKey = "${jobs.key}")
		public Integer run(String customer) {
			return Job.led();
		}

	}

	@OnLeader(election = "orders", partitionKey = "#customer")
	static class WholeType {

		public Integer ship(String customer, int number) {
			return Job.led();
		}

		public Integer cancel(int number, String customer) {
			return Job.led();
		}

	}

}
