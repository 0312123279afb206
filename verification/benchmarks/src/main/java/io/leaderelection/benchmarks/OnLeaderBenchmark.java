/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.util.concurrent.TimeUnit;

import io.leaderelection.annotation.OnLeader;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Measures the overhead of {@code @OnLeader} for a call on the leader, compared with an
 * empty interceptor and one read of the clock.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class OnLeaderBenchmark {

	private @Nullable ConfigurableApplicationContext context;

	private Guarded guarded = new Guarded();

	private Plain intercepted = new Plain();

	@Setup
	public void start() {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.properties("spring.application.name=benchmark", "leader-election.mode=always",
					"spring.main.banner-mode=off", "logging.level.root=warn", "spring.main.web-application-type=none")
			.run();
		this.context = context;
		this.guarded = context.getBean(Guarded.class);
		ProxyFactory factory = new ProxyFactory(new Plain());
		factory.setProxyTargetClass(true);
		factory.addAdvice((MethodInterceptor) (invocation) -> invocation.proceed());
		this.intercepted = (Plain) factory.getProxy();
		if (this.guarded.call(1) != 2) {
			throw new IllegalStateException("Not the leader");
		}
	}

	@TearDown
	public void stop() {
		if (this.context != null) {
			this.context.close();
		}
	}

	/** Reads the clock once. */
	@Benchmark
	public long nanoTime() {
		return System.nanoTime();
	}

	/** Calls a method through an empty interceptor. */
	@Benchmark
	public int emptyInterceptor() {
		return this.intercepted.call(1);
	}

	/** Calls a method through the guard. */
	@Benchmark
	public int onLeader() {
		return this.guarded.call(1);
	}

	/** A bean without advice. */
	public static class Plain {

		public int call(int value) {
			return value + 1;
		}

	}

	/** A guarded bean. */
	public static class Guarded {

		@OnLeader("billing")
		public int call(int value) {
			return value + 1;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Guarded guarded() {
			return new Guarded();
		}

	}

}
