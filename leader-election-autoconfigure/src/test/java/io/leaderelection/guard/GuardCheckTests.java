/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.base.VisibleJob;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.SimpleAliasRegistry;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Named.named;

/**
 * One case for each way in which an annotated method could remain unguarded.
 */
@ExtendWith(OutputCaptureExtension.class)
class GuardCheckTests {

	private static final AtomicInteger RUNS = new AtomicInteger();

	private final ApplicationContextRunner following = Contexts.following();

	private final ApplicationContextRunner guardingScheduled = Contexts.guardingScheduled(this.following, "leader");

	@BeforeEach
	void reset() {
		RUNS.set(0);
	}

	@Test
	void publicMethodOfASuperclassThatIsNotPublicIsGuarded() {
		Contexts.following().withBean(VisibleJob.class).run((context) -> {
			assertThat(context).hasNotFailed();
			VisibleJob job = context.getBean(VisibleJob.class);
			job.run();
			assertThat(job.runs()).isZero();
		});
		Contexts.leading().withBean(VisibleJob.class).run((context) -> {
			VisibleJob job = context.getBean(VisibleJob.class);
			job.run();
			assertThat(job.runs()).isOne();
		});
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@OnLeader private void run() { } | Job.run() ... private ... Make it public
			@OnLeader public final void run() { } | Job.run() ... final ... Kotlin
			@OnLeader class Job { public final void run() { } } | Job.run() ... final
			@OnLeader public static void run() { } | Job.run() ... static
			final class Job { @OnLeader public void run() { } } | Job.run() ... final class
			class Job extends PackagePrivateJob { } | run() ... package-private ... public or protected
			@OnLeader(waitForLeader = "soon") public void run() { } | Job.run() ... waitForLeader ... soon
			@OnLeader(waitForLeader = "-5s") public void run() { } | Job.run() ... waitForLeader ... -5s
			@OnLeader("${jobs.election}") public void run() { } | Job.run() ... ${jobs.election} ... placeholder
			@OnLeader public Future<String> run() { return null; } | Job.run() ... does not report when its work is done ... Return a CompletableFuture
			class Job extends GuardCheckTests.Submitting<FutureTask<String>> { } | run() ... Return a CompletableFuture
			@Configuration class Job { @OnLeader public void run() { } } | @Configuration
			@Configuration(proxyBeanMethods = false) class Job { @Bean @OnLeader String text() { return ""; } } | @Bean method
			class Job implements BeanPostProcessor { @OnLeader public void run() { } } | post-processor
			@OnLeader class Job implements SmartLifecycle { public void start() { } public void stop() { } public boolean isRunning() { return false; } } | Lifecycle
			""")
	void rule17MethodThatCannotBeGuardedIsRefused(Class<?> job, String texts) {
		Declared.assertRefused(this.following, job, texts);
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@OnLeader private void run() { } | Job.run() ... private
			final class Job { @OnLeader public void run() { } } | final class
			@OnLeader public Future<String> run() { return null; } | Job.run() ... Return a CompletableFuture
			""")
	void rule17LazyBeanIsRefusedByItsClass(Class<?> job, String texts) {
		Declared.assertRefused(this.following.withInitializer(
				(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor())),
				job, texts);
	}

	private static <T> ApplicationContextRunner lazy(ApplicationContextRunner runner, Class<T> type,
			Supplier<T> supplier) {
		return runner.withBean("job", type, supplier, (definition) -> definition.setLazyInit(true));
	}

	@Test
	void rule17PlainFutureOfABeanMadeLaterIsRefused() {
		lazy(this.following, Object.class, PlainFuture::new).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("job"))
				.havingRootCause()
				.isInstanceOf(InvalidLeaderAnnotationException.class)
				.withMessageContaining("PlainFuture.run()")
				.withMessageContaining("Return a CompletableFuture");
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { Job.class, ScheduledJob.class })
	void rule17BeanMadeForAPostProcessorIsRefused(Class<?> job) {
		Contexts.assertRefused(
				this.guardingScheduled.withBean("job", job).withUserConfiguration(EarlyConfiguration.class),
				job.getName() + ".run()", "created before post-processors", "ObjectProvider");
	}

	@ParameterizedTest
	@ValueSource(classes = { Job.class, ScheduledJob.class })
	void rule17FinishedObjectIsRefused(Class<?> job) {
		Contexts.assertRefused(this.guardingScheduled.withInitializer(
				(context) -> context.getBeanFactory().registerSingleton("finished", BeanUtils.instantiateClass(job))),
				job.getName() + ".run()", "'finished'");
	}

	@ParameterizedTest
	@ValueSource(classes = { Job.class, ScheduledJob.class })
	void rule17BeanOfAParentWithoutLeaderElectionIsRefused(Class<?> job) {
		try (GenericApplicationContext parent = new GenericApplicationContext()) {
			parent.registerBean("job", job);
			parent.refresh();
			Contexts.assertRefused(this.guardingScheduled.withParent(parent), job.getName() + ".run()",
					"belongs to a parent context");
		}
	}

	@Test
	void parentWithLeaderElectionGuardsItsBeans() {
		this.following.withBean(Job.class).run((parent) -> {
			parent.getBean(Job.class).run();
			assertThat(RUNS).hasValue(0);
			this.following.withParent(parent.getSourceApplicationContext())
				.run((context) -> assertThat(context).hasNotFailed());
		});
	}

	@Test
	void rule17MethodOutsideInterfacesOfAJdkProxyIsRefused() {
		Declared.assertRefused(this.following.withPropertyValues("spring.aop.proxy-target-class=false"), Declared.job(
				"class Job implements Callable<String> { public String call() { return \"\"; } @OnLeader public void run() { } }"),
				"Job.run() ... none of its interfaces");
	}

	@Test
	@DisplayName("Rule 17: an interface of a proxy whose target does not implement it is refused")
	void rule17InterfaceThatTheTargetLacksIsRefused() {
		Contexts.assertRefused(this.following.withBean("orders", RepositoryFactory.class), "Guarded.run()",
				"cannot be guarded", "the method that calls it");
	}

	@Test
	void rule17IllegalElectionNameIsRefused() {
		this.following.withBean(IllegalName.class)
			.run((context) -> assertThat(context.getStartupFailure()).hasStackTraceContaining("IllegalName.run()")
				.hasStackTraceContaining("contains '/'"));
	}

	/** Returns ways in which a context can make the bean {@code job}. */
	static Stream<Named<UnaryOperator<ApplicationContextRunner>>> beans() {
		return Stream.of(named("lazy", (runner) -> lazy(runner, Job.class, Job::new)),
				named("prototype",
						(runner) -> runner.withBean("job", Job.class, Job::new,
								(definition) -> definition.setScope("prototype"))),
				named("scoped proxy", (runner) -> runner.withUserConfiguration(ScopedConfiguration.class)),
				named("without auto-proxy creator",
						(runner) -> runner.withPropertyValues("spring.aop.auto=false").withBean("job", Job.class)),
				named("proxy of the application",
						(runner) -> runner.withBean("job", Object.class, () -> proxy(false, false))),
				named("frozen proxy", (runner) -> runner.withBean("job", Object.class, () -> proxy(true, false))),
				named("opaque proxy", (runner) -> runner.withBean("job", Object.class, () -> proxy(false, true))),
				named("product of a factory bean", (runner) -> runner.withBean("job", JobFactory.class)));
	}

	private static Object proxy(boolean frozen, boolean opaque) {
		ProxyFactory factory = new ProxyFactory(new Job());
		factory.setProxyTargetClass(true);
		factory.setFrozen(frozen);
		factory.setOpaque(opaque);
		return factory.getProxy();
	}

	@ParameterizedTest
	@MethodSource("beans")
	void methodIsGuardedHoweverItsBeanIsMade(UnaryOperator<ApplicationContextRunner> beans) {
		assertGuarded(beans);
	}

	@ParameterizedTest
	@DeclaredJobs("""
			@OnLeader void run() { GuardCheckTests.ran(); } | true
			@GuardCheckTests.OnBillingLeader public void run() { GuardCheckTests.ran(); } | true
			class Job extends GuardCheckTests.Job { } | true
			class Job implements GuardCheckTests.Guarded { public void run() { GuardCheckTests.ran(); } } | true
			class Job implements Runnable { @OnLeader public void run() { GuardCheckTests.ran(); } } | false
			""")
	void methodIsGuardedHoweverItIsDeclared(Class<?> job, boolean byClass) {
		assertGuarded(
				(runner) -> runner.withPropertyValues("spring.aop.proxy-target-class=" + byClass).withBean("job", job));
	}

	static void ran() {
		RUNS.incrementAndGet();
	}

	private void assertGuarded(UnaryOperator<ApplicationContextRunner> beans) {
		beans.apply(this.following).run((context) -> {
			Contexts.call(context.getBean("job"));
			assertThat(RUNS).hasValue(0);
		});
		beans.apply(Contexts.leading()).run((context) -> {
			Contexts.call(context.getBean("job"));
			assertThat(RUNS).hasValue(1);
		});
	}

	@Test
	void bridgeMethodIsGuarded() {
		this.following.withBean(Bridged.class).run((context) -> {
			Generic<String> bean = context.getBean(Bridged.class);
			bean.accept("text");
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void factoryBeanItselfIsGuarded() {
		this.following.withBean("made", JobFactory.class).run((context) -> {
			((JobFactory) context.getBean("&made")).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	/** A search for beans by type creates factory beans such as this one. */
	@Test
	void dependencyOfAFactoryBeanIsNotCreatedTooEarly() {
		this.following.withBean("client", ClientFactory.class)
			.withBean("job", Job.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void electionIsNamedByAMetaAnnotationOrAPlaceholder() {
		this.following.withBean(Declared.job("@GuardCheckTests.OnBillingLeader public void run() { }"))
			.run((context) -> assertThat(Contexts.elections(context).find("billing")).isPresent());
		this.following.withPropertyValues("jobs.election=nightly")
			.withBean(Declared.job("@OnLeader(\"${jobs.election}\") public void run() { }"))
			.run((context) -> assertThat(Contexts.elections(context).find("nightly")).isPresent());
	}

	@Test
	void startupListenerCausesAWarning(CapturedOutput output) {
		this.following.withBean(StartupListener.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("StartupListener.refreshed()").contains("@LeaderTask");
		});
	}

	@Test
	void unusedMockIsAccepted() {
		this.following
			.withInitializer((context) -> context.getBeanFactory().registerSingleton("mock", Mockito.mock(Job.class)))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	static class Job {

		@OnLeader
		public void run() {
			RUNS.incrementAndGet();
		}

	}

	static class ScheduledJob {

		@Scheduled(cron = "@daily")
		void run() {
		}

	}

	static class PlainFuture {

		@OnLeader
		public Future<String> run() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class Submitting<T> {

		@OnLeader
		public @Nullable T run() {
			return null;
		}

	}

	interface Guarded {

		@OnLeader
		void run();

	}

	interface Generic<T> {

		void accept(T value);

	}

	static class Bridged implements Generic<String> {

		@Override
		@OnLeader
		public void accept(String value) {
			RUNS.incrementAndGet();
		}

	}

	@OnLeader("billing")
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface OnBillingLeader {

	}

	/**
	 * As in Spring Data's repositories: the advice calls an object without such a method.
	 */
	static class RepositoryFactory implements FactoryBean<Guarded> {

		@Override
		public Guarded getObject() {
			ProxyFactory factory = new ProxyFactory();
			factory.setTarget(new SimpleAliasRegistry());
			factory.addInterface(Guarded.class);
			factory.addAdvice((MethodInterceptor) (invocation) -> RUNS.incrementAndGet());
			return (Guarded) factory.getProxy();
		}

		@Override
		public Class<?> getObjectType() {
			return Guarded.class;
		}

	}

	@SuppressWarnings("rawtypes")
	static class ClientFactory implements FactoryBean {

		ClientFactory(Job job) {
			assertThat(AopUtils.isAopProxy(job)).isTrue();
		}

		@Override
		public Object getObject() {
			return "client";
		}

		@Override
		public Class<?> getObjectType() {
			return String.class;
		}

	}

	/** Guards its own method and the one of its product. */
	static class JobFactory implements FactoryBean<Job> {

		@OnLeader
		public void run() {
			RUNS.incrementAndGet();
		}

		@Override
		public Job getObject() {
			return new Job();
		}

		@Override
		public Class<?> getObjectType() {
			return Job.class;
		}

	}

	static class IllegalName {

		@OnLeader("a/b")
		public void run() {
		}

	}

	static class StartupListener {

		@OnLeader
		@EventListener
		public void refreshed(ContextRefreshedEvent event) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ScopedConfiguration {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Job job() {
			return new Job();
		}

	}

}
