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
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.base.PackagePrivateJob;
import io.leaderelection.guard.base.VisibleJob;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.SimpleAliasRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * One test for each way in which an annotated method could remain unguarded.
 */
@ExtendWith(OutputCaptureExtension.class)
class GuardCheckTests {

	private static final AtomicInteger RUNS = new AtomicInteger();

	private final ApplicationContextRunner following = Contexts.following();

	@BeforeEach
	void reset() {
		RUNS.set(0);
	}

	private void assertRefused(Class<?> bean, String... texts) {
		assertRefused(this.following.withBean("job", bean), texts);
	}

	private static void assertRefused(ApplicationContextRunner runner, String... texts) {
		Contexts.assertRefused(runner, InvalidLeaderAnnotationException.class, texts);
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

	@Test
	void rule17PrivateMethodIsRefused() {
		assertRefused(PrivateMethod.class, "PrivateMethod.run()", "private", "Make it public");
	}

	@Test
	void rule17FinalMethodIsRefused() {
		assertRefused(FinalMethod.class, "FinalMethod.run()", "final", "Kotlin");
	}

	@Test
	void rule17FinalMethodOfAnnotatedTypeIsRefused() {
		assertRefused(FinalMethodOfGuardedType.class, "FinalMethodOfGuardedType.run()", "final");
	}

	@Test
	void rule17StaticMethodIsRefused() {
		assertRefused(StaticMethod.class, "StaticMethod.run()", "static");
	}

	@Test
	void rule17FinalClassIsRefused() {
		assertRefused(FinalClass.class, "FinalClass.run()", "final class");
	}

	@Test
	void rule17PackagePrivateMethodElsewhereIsRefused() {
		assertRefused(FromOtherPackage.class, "run()", "package-private", "public or protected");
	}

	@Test
	void packagePrivateMethodOfTheSamePackageIsGuarded() {
		this.following.withBean(PackagePrivate.class).run((context) -> {
			context.getBean(PackagePrivate.class).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void lazyBeanIsCheckedByItsClass() {
		assertRefused(this.following.withBean("job", PrivateMethod.class, PrivateMethod::new,
				(definition) -> definition.setLazyInit(true)), "PrivateMethod.run()");
	}

	@Test
	void lazyFinalClassIsCheckedByItsClass() {
		assertRefused(this.following.withBean("job", FinalClass.class, FinalClass::new,
				(definition) -> definition.setLazyInit(true)), "final class");
	}

	@Test
	void rule17PlainFutureIsRefused() {
		assertRefused(PlainFuture.class, "PlainFuture.run()", "does not report when its work is done",
				"Return a CompletableFuture");
		assertRefused(SpecialFuture.class, "run()", "Return a CompletableFuture");
	}

	@Test
	void rule17PlainFutureOfALazyBeanIsRefused() {
		assertRefused(
				this.following.withBean("job", PlainFuture.class, PlainFuture::new,
						(definition) -> definition.setLazyInit(true)),
				"PlainFuture.run()", "Return a CompletableFuture");
	}

	@Test
	void rule17PlainFutureOfABeanMadeLaterIsRefused() {
		this.following.withBean("job", Object.class, PlainFuture::new, (definition) -> definition.setLazyInit(true))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("job"))
					.havingRootCause()
					.isInstanceOf(InvalidLeaderAnnotationException.class)
					.withMessageContaining("PlainFuture.run()")
					.withMessageContaining("Return a CompletableFuture");
			});
	}

	@Test
	void lazyBeanIsGuardedWhenMade() {
		this.following.withBean(Job.class, Job::new, (definition) -> definition.setLazyInit(true)).run((context) -> {
			context.getBean(Job.class).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void prototypeIsGuarded() {
		this.following.withBean(Job.class, Job::new, (definition) -> definition.setScope("prototype"))
			.run((context) -> {
				context.getBean(Job.class).run();
				assertThat(RUNS).hasValue(0);
			});
	}

	@Test
	void scopedProxyIsGuarded() {
		this.following.withUserConfiguration(ScopedConfiguration.class).run((context) -> {
			context.getBean(Job.class).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void rule17BeanMadeForAPostProcessorIsRefused() {
		assertRefused(this.following.withUserConfiguration(EarlyConfiguration.class), "Job.run()",
				"created before post-processors", "ObjectProvider");
	}

	@Test
	void rule17FinishedObjectIsRefused() {
		assertRefused(
				this.following
					.withInitializer((context) -> context.getBeanFactory().registerSingleton("finished", new Job())),
				"Job.run()", "'finished'");
	}

	@Test
	void isGuardedWithoutAutoProxyCreator() {
		this.following.withPropertyValues("spring.aop.auto=false").withBean(Job.class).run((context) -> {
			context.getBean(Job.class).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void rule17MethodOutsideInterfacesOfAJdkProxyIsRefused() {
		assertRefused(this.following.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean("job", NotInInterface.class), "NotInInterface.run()", "none of its interfaces");
	}

	@Test
	void methodInAnInterfaceOfAJdkProxyIsGuarded() {
		this.following.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean("job", InInterface.class)
			.run((context) -> {
				context.getBean("job", Task.class).call();
				assertThat(RUNS).hasValue(0);
			});
	}

	@Test
	void annotationOnAnInterfaceGuardsTheImplementation() {
		this.following.withBean(AnnotatedInInterface.class).run((context) -> {
			context.getBean(AnnotatedInInterface.class).call();
			assertThat(RUNS).hasValue(0);
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
	void inheritedMethodIsGuarded() {
		this.following.withBean(Inherited.class).run((context) -> {
			context.getBean(Inherited.class).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void metaAnnotationIsGuarded() {
		this.following.withBean(WithMetaAnnotation.class).run((context) -> {
			context.getBean(WithMetaAnnotation.class).run();
			assertThat(RUNS).hasValue(0);
			assertThat(Contexts.elections(context).find("billing")).isPresent();
		});
	}

	@Test
	void proxyOfTheApplicationIsGuarded() {
		this.following.withBean("job", Object.class, () -> proxy(false, false)).run((context) -> {
			((Job) context.getBean("job")).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void frozenProxyOfTheApplicationIsGuarded() {
		this.following.withBean("job", Object.class, () -> proxy(true, false)).run((context) -> {
			((Job) context.getBean("job")).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	void opaqueProxyOfTheApplicationIsGuarded() {
		this.following.withBean("job", Object.class, () -> proxy(false, true)).run((context) -> {
			((Job) context.getBean("job")).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	private static Object proxy(boolean frozen, boolean opaque) {
		ProxyFactory factory = new ProxyFactory(new Job());
		factory.setProxyTargetClass(true);
		factory.setFrozen(frozen);
		factory.setOpaque(opaque);
		return factory.getProxy();
	}

	@Test
	void factoryBeanItselfIsGuarded() {
		this.following.withBean("made", AnnotatedFactory.class).run((context) -> {
			((AnnotatedFactory) context.getBean("&made")).run();
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
	void productOfAFactoryBeanIsGuarded() {
		this.following.withBean("made", JobFactory.class).run((context) -> {
			((Job) context.getBean("made")).run();
			assertThat(RUNS).hasValue(0);
		});
	}

	@Test
	@DisplayName("Rule 17: an interface of a proxy whose target does not implement it is refused")
	void rule17InterfaceThatTheTargetLacksIsRefused() {
		assertRefused(this.following.withBean("orders", RepositoryFactory.class), "Repository.run()",
				"cannot be guarded", "the method that calls it");
	}

	@Test
	void rule17BeanMethodIsRefused() {
		assertRefused(this.following.withUserConfiguration(AnnotatedBeanMethod.class), "@Bean method");
	}

	@Test
	void rule17ConfigurationClassIsRefused() {
		assertRefused(this.following.withUserConfiguration(AnnotatedConfiguration.class), "@Configuration");
	}

	@Test
	void rule17PostProcessorIsRefused() {
		assertRefused(AnnotatedPostProcessor.class, "post-processor");
	}

	@Test
	void rule17LifecycleGuardedAsAWholeIsRefused() {
		assertRefused(GuardedLifecycle.class, "Lifecycle");
	}

	@Test
	void rule17IllegalElectionNameIsRefused() {
		this.following.withBean(IllegalName.class)
			.run((context) -> assertThat(context.getStartupFailure()).hasStackTraceContaining("IllegalName.run()")
				.hasStackTraceContaining("contains '/'"));
	}

	@Test
	void rule17PlaceholderThatCannotBeResolvedIsRefused() {
		assertRefused(Placeholder.class, "Placeholder.run()", "${jobs.election}", "placeholder");
	}

	@Test
	void placeholderIsResolved() {
		this.following.withPropertyValues("jobs.election=nightly")
			.withBean(Placeholder.class)
			.run((context) -> assertThat(Contexts.elections(context).find("nightly")).isPresent());
	}

	@Test
	void rule17IllegalDurationIsRefused() {
		assertRefused(IllegalDuration.class, "IllegalDuration.run()", "waitForLeader", "soon");
	}

	@Test
	void rule17NegativeDurationIsRefused() {
		assertRefused(NegativeDuration.class, "NegativeDuration.run()", "waitForLeader", "-5s");
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

	static class PackagePrivate {

		@OnLeader
		void run() {
			RUNS.incrementAndGet();
		}

	}

	static class PrivateMethod {

		@OnLeader
		private void run() {
		}

	}

	static class FinalMethod {

		@OnLeader
		public final void run() {
		}

	}

	@OnLeader
	static class FinalMethodOfGuardedType {

		public final void run() {
		}

	}

	static class StaticMethod {

		@OnLeader
		public static void run() {
		}

	}

	static final class FinalClass {

		@OnLeader
		public void run() {
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

	static class SpecialFuture extends Submitting<FutureTask<String>> {

	}

	static class FromOtherPackage extends PackagePrivateJob {

	}

	interface Task {

		void call();

	}

	static class NotInInterface implements Task {

		@Override
		public void call() {
		}

		@OnLeader
		public void run() {
		}

	}

	static class InInterface implements Task {

		@Override
		@OnLeader
		public void call() {
			RUNS.incrementAndGet();
		}

	}

	interface AnnotatedTask {

		@OnLeader
		void call();

	}

	static class AnnotatedInInterface implements AnnotatedTask {

		@Override
		public void call() {
			RUNS.incrementAndGet();
		}

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

	static class Inherited extends Job {

	}

	@OnLeader("billing")
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface OnBillingLeader {

	}

	static class WithMetaAnnotation {

		@OnBillingLeader
		public void run() {
			RUNS.incrementAndGet();
		}

	}

	interface Repository {

		@OnLeader
		void run();

	}

	/**
	 * As in Spring Data's repositories: the advice calls an object without such a method.
	 */
	static class RepositoryFactory implements FactoryBean<Repository> {

		@Override
		public Repository getObject() {
			ProxyFactory factory = new ProxyFactory();
			factory.setTarget(new SimpleAliasRegistry());
			factory.addInterface(Repository.class);
			factory.addAdvice((MethodInterceptor) (invocation) -> RUNS.incrementAndGet());
			return (Repository) factory.getProxy();
		}

		@Override
		public Class<?> getObjectType() {
			return Repository.class;
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

	static class AnnotatedFactory implements FactoryBean<String> {

		@OnLeader
		public void run() {
			RUNS.incrementAndGet();
		}

		@Override
		public String getObject() {
			return "";
		}

		@Override
		public Class<?> getObjectType() {
			return String.class;
		}

	}

	static class JobFactory implements FactoryBean<Job> {

		@Override
		public Job getObject() {
			return new Job();
		}

		@Override
		public Class<?> getObjectType() {
			return Job.class;
		}

	}

	static class AnnotatedPostProcessor implements BeanPostProcessor {

		@OnLeader
		public void run() {
		}

	}

	@OnLeader
	static class GuardedLifecycle implements SmartLifecycle {

		@Override
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

	}

	static class IllegalName {

		@OnLeader("a/b")
		public void run() {
		}

	}

	static class Placeholder {

		@OnLeader("${jobs.election}")
		public void run() {
		}

	}

	static class IllegalDuration {

		@OnLeader(waitForLeader = "soon")
		public void run() {
		}

	}

	static class NegativeDuration {

		@OnLeader(waitForLeader = "-5s")
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

	@Configuration(proxyBeanMethods = false)
	static class EarlyConfiguration {

		@Bean
		@Lazy(false)
		Job job() {
			return new Job();
		}

		@Bean
		static NeedsJob earlyPostProcessor(Job job) {
			return new NeedsJob(job);
		}

	}

	record NeedsJob(Job job) implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AnnotatedBeanMethod {

		@Bean
		@OnLeader
		String text() {
			return "";
		}

	}

	@Configuration
	static class AnnotatedConfiguration {

		@OnLeader
		public void run() {
		}

	}

}
