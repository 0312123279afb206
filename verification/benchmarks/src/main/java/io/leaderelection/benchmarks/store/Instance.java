/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

import io.leaderelection.LeaderElections;
import io.leaderelection.calls.OperationListener;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The process of an instance: an application with the starter, configured by system
 * properties. Reads commands from its standard input, writes its terms, its calls to the
 * store and its answers to its standard output, and exits when its standard input ends.
 * An answer is a word and numbers; instants are of the monotonic clock.
 */
final class Instance {

	/** The prefix of the names of most elections. */
	static final String PREFIX = "election";

	/** The first of these elections. */
	static final String ELECTION = PREFIX + "-0";

	/** The property with the prefix and the number of the elections to join at first. */
	static final String JOIN = "benchmark.join";

	/** The property with the microseconds between two samples. */
	static final String SAMPLE_MICROS = "benchmark.sample-micros";

	private static final PrintStream OUT = System.out;

	private final ConfigurableApplicationContext context;

	private final LeaderElections elections;

	private final Sampler sampler;

	private Instance(ConfigurableApplicationContext context, int threadsBefore) {
		this.context = context;
		this.elections = context.getBean(LeaderElections.class);
		this.sampler = new Sampler(this.elections, Long.getLong(SAMPLE_MICROS, 500L), threadsBefore, OUT);
	}

	/**
	 * Runs an instance.
	 * @param args ignored
	 */
	public static void main(String[] args) {
		// What applications print is not an answer
		System.setOut(System.err);
		int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
		try {
			new Instance(new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.bannerMode(Banner.Mode.OFF)
				.run(), threadsBefore).run();
			System.exit(0);
		}
		catch (Exception ex) {
			System.getLogger(Instance.class.getName()).log(System.Logger.Level.ERROR, "The instance failed", ex);
			System.exit(1);
		}
	}

	private static void answer(String word, long... values) {
		StringBuilder line = new StringBuilder(word);
		for (long value : values) {
			line.append(' ').append(value);
		}
		OUT.println(line);
	}

	private void run() throws IOException, InterruptedException {
		this.sampler.start();
		answer("ready", System.nanoTime());
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			execute(line.split(" ", -1));
		}
	}

	private void execute(String[] command) throws InterruptedException {
		switch (command[0]) {
			case "join" -> join(this.elections, command[1], Integer.parseInt(command[2]));
			case "step-down" -> {
				answer("leaving", System.nanoTime());
				this.elections.get(ELECTION).stepDown();
			}
			case "close" -> {
				answer("leaving", System.nanoTime());
				this.context.close();
				this.sampler.finish();
				answer("closed");
			}
			case "figures" -> answer("figures", this.sampler.takeThreads(), this.sampler.takeOldestMicros());
			case "heap" -> {
				System.gc();
				answer("heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
			}
			case "write-ticks" -> answer("written", TickLoad.write(this.elections, Integer.parseInt(command[1])));
			default -> throw new IllegalArgumentException("Unknown command: " + command[0]);
		}
	}

	private static void join(LeaderElections elections, String prefix, int number) {
		for (int i = 0; i < number; i++) {
			elections.join(prefix + "-" + i);
		}
	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		/** Joins before the elections start, as annotated beans do. */
		@Bean
		static SmartInitializingSingleton joining(LeaderElections elections) {
			String[] joined = System.getProperty(JOIN, PREFIX + " 1").split(" ", -1);
			join(elections, joined[0], Integer.parseInt(joined[1]));
			return () -> {
			};
		}

		/** Reports each renewal and acquisition: its end, and how long it took. */
		@Bean
		static OperationListener calls() {
			return (operation, outcome, took) -> {
				if (operation.equals("renew") || operation.equals("acquire")) {
					answer(operation, System.nanoTime(), (outcome.equals("success")) ? took.toNanos() : Long.MAX_VALUE);
				}
			};
		}

	}

}
