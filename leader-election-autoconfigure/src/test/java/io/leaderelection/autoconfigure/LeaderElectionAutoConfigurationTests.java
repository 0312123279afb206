/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Sneaky;
import io.leaderelection.actuate.LeaderElectionEndpointAutoConfiguration;
import io.leaderelection.actuate.LeaderElectionHealthContributorAutoConfiguration;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.eligibility.LeaderElectionEligibilityAutoConfiguration;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.event.LeaderAbsentEvent;
import io.leaderelection.event.LeaderChangedEvent;
import io.leaderelection.event.LeaderElectionEvent;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.guard.partition.LeaderElectionPartitionAutoConfiguration;
import io.leaderelection.guard.reactive.LeaderElectionReactiveAutoConfiguration;
import io.leaderelection.guard.stall.LeaderElectionStallAutoConfiguration;
import io.leaderelection.micrometer.LeaderElectionMetricsAutoConfiguration;
import io.leaderelection.schedule.LeaderElectionScheduleAutoConfiguration;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.task.LeaderElectionTaskAutoConfiguration;
import io.leaderelection.testkit.FaultInjectingLeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.StoreOperation;
import io.leaderelection.time.WallClock;
import org.assertj.core.util.Throwables;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.AdditionalAnswers;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static io.leaderelection.guard.Contexts.assertMisconfigured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionAutoConfigurationTests {

	private final ApplicationContextRunner withoutStore = new ApplicationContextRunner()
		.withConfiguration(Features.and(LeaderElectionEndpointAutoConfiguration.class,
				LeaderElectionHealthContributorAutoConfiguration.class, LeaderElectionMetricsAutoConfiguration.class));

	private final ApplicationContextRunner contextRunner = this.withoutStore.withBean("localStore",
			LeaseStoreDescriptor.class, TestStores::local);

	private static LeaderElections elections(ApplicationContext context) {
		return context.getBean(LeaderElections.class);
	}

	@Test
	void electsTheDefaultElectionIfNothingElseIsNamed() {
		this.contextRunner.run((context) -> {
			assertThat(elections(context).all()).extracting(LeaderElection::name).containsExactly("default");
			Awaitility.await().until(() -> elections(context).get("default").isLeader());
		});
	}

	@Test
	void featuresBackOffWithoutElections() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionEligibilityAutoConfiguration.class,
					LeaderElectionPartitionAutoConfiguration.class, LeaderElectionReactiveAutoConfiguration.class,
					LeaderElectionScheduleAutoConfiguration.class, LeaderElectionStallAutoConfiguration.class,
					LeaderElectionTaskAutoConfiguration.class))
			.run((context) -> assertThat(context.getBeanDefinitionNames())
				.noneMatch((name) -> name.startsWith(BeanNames.PREFIX + "leader")));
	}

	@Test
	void joinsElectionsNamedByAnnotationsAndProperties(CapturedOutput output) {
		this.contextRunner.withBean(Billing.class)
			.withPropertyValues("leader-election.elections.reports.lease-duration=10s")
			.run((context) -> {
				assertThat(elections(context).all()).extracting(LeaderElection::name)
					.containsExactly("billing", "reports");
				assertThat(output).contains("Elections that only the configuration names").contains("[reports]");
			});
	}

	@Test
	void defaultElectionCanBeInjected() {
		this.contextRunner.withPropertyValues("leader-election.default-election=main")
			.run((context) -> assertThat(context.getBean(LeaderElection.class).name()).isEqualTo("main"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.boot.actuate", "io.micrometer", "org.springframework.jdbc",
			"org.springframework.data.redis", "org.springframework.boot.health.contributor", "reactor" })
	void worksWithout(String absent) {
		this.contextRunner.withClassLoader(new FilteredClassLoader(absent)).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(LeaderElections.class);
			Awaitility.await().until(() -> elections(context).get("default").isLeader());
		});
	}

	@Test
	void backsOffForAnEngineOfTheApplicationAndRunsIt() {
		this.contextRunner.withBean("engine", ElectionEngine.class, () -> ElectionEngineBuilder.alwaysLeading().build())
			.run((context) -> {
				assertThat(context).hasSingleBean(LeaderElections.class)
					.doesNotHaveBean("io.leaderelection.leaderElections");
				assertThat(elections(context).get("default").isLeader()).isTrue();
			});
	}

	@Test
	void runsTheEngineBehindOtherElectionsOfTheApplication() {
		LeaderElections other = mock(LeaderElections.class);
		this.contextRunner.withBean("engine", ElectionEngine.class, () -> ElectionEngineBuilder.alwaysLeading().build())
			.withBean("traced", LeaderElections.class, () -> other, (definition) -> definition.setPrimary(true))
			.run((context) -> {
				assertThat(elections(context)).isSameAs(other);
				assertThat(context.getBean(ElectionEngine.class).isRunning()).isTrue();
			});
	}

	@Test
	void beansExcludedFromInjectionAreNoListeners() {
		LeadershipListener hidden = mock(LeadershipListener.class);
		LeadershipListener listener = mock(LeadershipListener.class);
		this.contextRunner
			.withBean("hidden", LeadershipListener.class, () -> hidden,
					(definition) -> definition.setAutowireCandidate(false))
			.withBean("listener", LeadershipListener.class, () -> listener)
			.run((context) -> {
				Awaitility.await().untilAsserted(() -> verify(listener).granted(any()));
				verifyNoInteractions(hidden);
			});
	}

	@ParameterizedTest
	@CsvSource({ "true, local", "false, ''" })
	void storeOfTheApplicationWinsEvenIfExcludedFromInjection(boolean defaultCandidate, String backend) {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		this.contextRunner
			.withBean("own", LeaseStore.class, memory::open,
					(definition) -> ((AbstractBeanDefinition) definition).setDefaultCandidate(defaultCandidate))
			.withPropertyValues("leader-election.namespace=orders", "leader-election.backend=" + backend)
			.run((context) -> assertThat(elections(context).backend().type()).isEqualTo("custom"));
	}

	@Test
	void storeOfTheApplicationIsClosedByTheContextAlone() {
		LeaseStore store = mock(LeaseStore.class,
				AdditionalAnswers.delegatesTo(new InMemoryLeaseStoreFactory(WallClock.system()).open()));
		this.contextRunner.withBean(LeaseStore.class, () -> store)
			.withPropertyValues("leader-election.namespace=orders")
			.run((context) -> {
				context.getBean(ElectionEngine.class).close();
				verify(store, never()).close();
			});
		verify(store).close();
	}

	@Test
	void severalStoresOfTheApplicationAreRefusedByName() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		assertMisconfigured(this.contextRunner.withBean("one", LeaseStore.class, memory::open)
			.withBean("two", LeaseStore.class, memory::open), "one, two", "@LeaderElectionStore");
	}

	@Test
	void isNotLazy() {
		this.contextRunner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withBean(Billing.class)
			.run((context) -> {
				assertThat(context.getBeanFactory().containsSingleton("io.leaderelection.leaderElections")).isTrue();
				Awaitility.await().until(() -> elections(context).get("billing").isLeader());
			});
	}

	@Test
	void closingReleasesImmediately() {
		InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());
		ApplicationContextRunner runner = this.contextRunner.withBean(LeaseStore.class, memory::open)
			.withPropertyValues("leader-election.namespace=orders", "leader-election.lease-duration=1h",
					"leader-election.safety-margin=1s", "leader-election.renew-interval=1m");
		runner.run((context) -> Awaitility.await().until(elections(context).get("default")::isLeader));
		runner.run((context) -> Awaitility.await().until(elections(context).get("default")::isLeader));
	}

	@Test
	void publishesEventsInOrder() {
		Recorded recorded = new Recorded();
		this.contextRunner.withBean(Recorded.class, () -> recorded).run((context) -> {
			Awaitility.await().until(() -> recorded.events.contains("LeadershipGrantedEvent default"));
			Awaitility.await().untilAsserted(() -> assertThat(recorded.conditional).containsExactly("default"));
		});
		assertThat(recorded.events).containsSubsequence("LeadershipGrantedEvent default",
				"LeadershipRevokedEvent default");
		assertThat(recorded.events).contains("LeaderChangedEvent default");
	}

	@Test
	void absenceOfALeaderIsPublishedOncePerVacancy() {
		Absences absences = new Absences();
		this.contextRunner.withBean(Absences.class, () -> absences)
			.withPropertyValues("leader-election.vacancy-threshold=100ms", "leader-election.cool-down=1h",
					"leader-election.elections.billing.max-term=0s")
			.run((context) -> {
				LeaderElection billing = elections(context).get("billing");
				Awaitility.await().until(billing::isLeader);
				billing.stepDown();
				Awaitility.await()
					.until(() -> absences.received.stream()
						.anyMatch((event) -> event.getSince().equals(billing.status().vacantSince())));
				// On a slow machine there may have been a vacancy before the first term
				assertThat(absences.received)
					.filteredOn((event) -> event.getSince().equals(billing.status().vacantSince()))
					.singleElement()
					.satisfies((event) -> {
						assertThat(event.getElection()).isEqualTo("billing");
						assertThat(event.getLength()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
					});
			});
	}

	@Test
	void contributedMetadataIsShown() {
		this.contextRunner.withPropertyValues("leader-election.metadata.zone=eu-1")
			.withBean(LeaderMetadataContributor.class, () -> (metadata) -> metadata.put("url", "http://localhost"))
			.run((context) -> {
				LeaderElection election = elections(context).get("default");
				Awaitility.await().until(election::isLeader);
				assertThat(election.leader().orElseThrow().metadata()).containsEntry("zone", "eu-1")
					.containsEntry("url", "http://localhost");
			});
	}

	@ParameterizedTest
	@CsvSource({ "always, true", "never, false" })
	void modeNeedsNoStore(String mode, boolean leading) {
		this.withoutStore.withPropertyValues("leader-election.mode=" + mode)
			.run((context) -> assertThat(elections(context).get("default").isLeader()).isEqualTo(leading));
	}

	// Namespace

	@Test
	void namespaceIsTheApplicationsName() {
		this.contextRunner.withPropertyValues("spring.application.name=orders")
			.run((context) -> assertThat(elections(context).namespace()).isEqualTo("orders"));
	}

	@Test
	void missingNamespaceOnASharedStoreIsRefused() {
		assertMisconfigured(this.contextRunner.withBean("redisStore", LeaseStoreDescriptor.class,
				() -> TestStores.detected("redis")), "leader-election.namespace", "spring.application.name");
	}

	@Test
	void connectsToASharedStoreBeforeItIsNeeded() {
		FaultInjectingLeaseStore store = new FaultInjectingLeaseStore(TestStores.local().factory().open());
		over(LeaseStoreDescriptor.Reach.SHARED, store)
			.run((context) -> Awaitility.await().until(() -> store.calls(StoreOperation.OBSERVE) == 1));
	}

	@Test
	void sendsNothingToALocalStoreBeforeItIsNeeded() {
		FaultInjectingLeaseStore store = new FaultInjectingLeaseStore(TestStores.local().factory().open());
		over(LeaseStoreDescriptor.Reach.MACHINE, store).run((context) -> {
			Awaitility.await().until(() -> store.calls(StoreOperation.ACQUIRE) == 1);
			assertThat(store.calls(StoreOperation.OBSERVE)).isZero();
		});
	}

	@Test
	void rule18StoreThatCannotBeOpenedIsNamed() {
		LeaseStoreFactory factory = new LeaseStoreFactory() {

			@Override
			public StoreTraits traits() {
				return TestStores.local().factory().traits();
			}

			@Override
			public LeaseStore open() {
				throw Sneaky.sneak(new IOException("the disk is full"));
			}

		};
		LeaseStoreDescriptor descriptor = new TestStores("test", LeaseStoreDescriptor.Reach.SHARED,
				LeaseStoreDescriptor.Detection.configured("test"), factory);
		assertMisconfigured(
				this.contextRunner.withBean("testStore", LeaseStoreDescriptor.class, () -> descriptor)
					.withPropertyValues("leader-election.backend=test", "leader-election.namespace=orders"),
				"cannot be opened: the disk is full");
	}

	private ApplicationContextRunner over(LeaseStoreDescriptor.Reach reach, LeaseStore store) {
		return this.contextRunner.withBean("testStore", LeaseStoreDescriptor.class, () -> TestStores.over(reach, store))
			.withPropertyValues("leader-election.backend=test", "leader-election.namespace=orders");
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.namespace", "leader-election.instance-name",
			"leader-election.default-election", "leader-election.backend", "leader-election.metadata.zone",
			"leader-election.lease-duration", "leader-election.elections.billing.lease-duration",
			"leader-election.local.directory", "spring.application.name" })
	void unresolvedPlaceholderIsRefused(String property) {
		assertMisconfigured(this.contextRunner.withPropertyValues(property + "=${NOT_SET_ANYWHERE}"), property,
				"${NOT_SET_ANYWHERE}", "default");
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.redis.url=redis://user:canary@${NOT_SET_ANYWHERE}",
			"leader-election.redis.url=redis://user:${NOT_SET_ANYWHERE:${NEITHER}canary}@host",
			"leader-election.jdbc.password=canary${", "leader-election.jdbc.password=${canary",
			"leader-election.elections.billing.password=canary" })
	void secretValuesAreNotShownInARefusal(String property) {
		this.contextRunner.withPropertyValues(property)
			.run((context) -> assertThat(Throwables.getStackTrace(context.getStartupFailure()))
				.contains(property.substring(0, property.indexOf('=')))
				.doesNotContain("canary"));
	}

	// Timing

	@ParameterizedTest
	@ValueSource(strings = { "1s", "5s", "10s", "15s", "60s", "10m" })
	void leaseDurationAloneIsAlwaysEnough(String lease) {
		this.contextRunner.withPropertyValues("leader-election.lease-duration=" + lease)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease-duration", "renew-interval", "operation-timeout", "safety-margin", "retry-interval",
			"drain-timeout" })
	void zeroOrNegativeDurationIsRefused(String property) {
		assertMisconfigured(this.contextRunner.withPropertyValues("leader-election." + property + "=0s"), property,
				"'leader-election'");
		assertMisconfigured(this.contextRunner.withPropertyValues("leader-election." + property + "=-1s"), property);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					cool-down=-1s                               | cool-down
					vacancy-threshold=0s                        | vacancy-threshold
					renew-interval=5s                           | renew-interval (5s) ... lease-duration (10s) ... less than half
					elections[billing.eu].renew-interval=9s     | elections[billing.eu]
					elections.billing.eu.cool-down=1s           | leader-election.elections.billing.eu.cool-down ... [billing.eu]
					elections.billing.lease-duratoin=1s         | lease-duratoin
					drain-timeout=28s                           | drain-timeout ... spring.lifecycle.timeout-per-shutdown-phase ... 30000ms
					""")
	void wrongPropertyIsRefused(String property, String texts) {
		assertMisconfigured(this.contextRunner.withPropertyValues("leader-election.lease-duration=10s",
				"leader-election." + property), texts.split(" \\.\\.\\. "));
	}

	@ParameterizedTest
	@CsvSource({ "auto-startup, later", "max-term, @every 60s", "priority, high" })
	void valueOfAnotherTypeIsRefused(String property, String value) {
		this.contextRunner.withPropertyValues("leader-election." + property + "=" + value)
			.run((context) -> assertThat(context.getStartupFailure()).hasStackTraceContaining(property)
				.hasStackTraceContaining(value));
	}

	@Test
	void unsafeSumIsRefusedWithTheNumbers() {
		assertMisconfigured(this.contextRunner.withPropertyValues("leader-election.operation-timeout=6s"),
				"operation-timeout (6s)", "18500ms", "Raise lease-duration");
	}

	@Test
	void drainMayLastForALongerShutdownPhase() {
		this.contextRunner
			.withPropertyValues("leader-election.drain-timeout=28s", "spring.lifecycle.timeout-per-shutdown-phase=40s")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	// Names

	@Test
	void versionThatABuildPassesToItsTestsIsNoUnknownKey() {
		this.contextRunner.withSystemProperties("leader-election.version=1.2.3")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void environmentVariableThatBindsToNothingIsRefused() {
		assertMisconfigured(this.contextRunner.withSystemProperties("LEADER_ELECTION_ELECTIONS_BILLING_COOL_DOWN=1s"),
				"LEADER_ELECTION_ELECTIONS_BILLING_COOL_DOWN", "LEADERELECTION_ELECTIONS_BILLING_LEASEDURATION");
	}

	@Test
	void oneMessageHasAllProblemsOfTheConfiguration() {
		assertMisconfigured(
				this.contextRunner.withPropertyValues("leader-election.backend=redis",
						"leader-election.metadata.zone=${ZONE}", "leader-election.port=80", "leader-election.host=x"),
				"4 problems", "1. leader-election.metadata.zone holds", "leader-election.port", "leader-election.host");
		assertMisconfigured(
				this.contextRunner.withPropertyValues("spring.application.name=", "leader-election.backend=redis",
						"leader-election.max-led=0", "leader-election.spread-delay=-1s",
						"leader-election.elections.billing.max-term=-1s"),
				"4 problems", "1. leader-election.max-led", "spread-delay", "billing",
				"4. Neither leader-election.namespace nor spring.application.name is set");
	}

	@Test
	@DisplayName("Variables that Kubernetes sets for a service of this name are warned of, and end no start")
	void variablesOfAServiceAreWarnedOf(CapturedOutput output) {
		Map<String, Object> variables = Map.of("LEADERELECTION_PORT", "tcp://10.0.0.7:80",
				"LEADERELECTION_SERVICE_HOST", "10.0.0.7", "LEADERELECTION_PORT_80_TCP_ADDR", "10.0.0.7");
		this.contextRunner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
						new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
								variables)))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).containsOnlyOnce("The environment variable LEADERELECTION_PORT is not a property")
					.contains("enableServiceLinks: false");
			});
		assertMisconfigured(this.contextRunner.withPropertyValues("leader-election.port=tcp://10.0.0.7:80"),
				"leader-election.port");
	}

	@ParameterizedTest
	@DisplayName("A name that differs from an annotated one by case or punctuation is refused")
	@ValueSource(strings = { "Billing", "bil-ling", "BILLING" })
	void nameThatDiffersByCaseOrPunctuationIsRefused(String name) {
		assertMisconfigured(
				this.contextRunner.withBean(Billing.class)
					.withPropertyValues("leader-election.elections[" + name + "].cool-down=1s"),
				"'" + name + "'", "Billing.run()", "'billing'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a/b", "a\\b", "a;b", "a%b", "a\u0001b" })
	void illegalDefaultElectionIsRefused(String name) {
		assertMisconfigured(
				this.contextRunner.withInitializer((context) -> context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("illegal", Map.of("leader-election.default-election", name)))),
				"leader-election.default-election");
	}

	@Test
	void tooLongElectionNameIsRefused() {
		assertMisconfigured(this.contextRunner
			.withPropertyValues("leader-election.elections[" + "a".repeat(256) + "].cool-down=1s"), "256");
	}

	static class Billing {

		@OnLeader("billing")
		public void run() {
		}

	}

	static class Recorded {

		final List<String> events = new CopyOnWriteArrayList<>();

		final List<String> conditional = new CopyOnWriteArrayList<>();

		@EventListener
		void any(LeaderElectionEvent event) {
			this.events.add(event.getClass().getSimpleName() + " " + event.getElection());
		}

		@EventListener(condition = "#event.election == 'default' and #event.fencingToken > 0")
		void conditional(LeadershipGrantedEvent event) {
			this.conditional.add(event.getElection());
		}

		@EventListener(condition = "#event.election == 'other'")
		void other(LeadershipGrantedEvent event) {
			this.conditional.add("other");
		}

	}

	static class Absences {

		private final List<LeaderAbsentEvent> received = new CopyOnWriteArrayList<>();

		@EventListener
		void absent(LeaderAbsentEvent event) {
			this.received.add(event);
		}

	}

}
