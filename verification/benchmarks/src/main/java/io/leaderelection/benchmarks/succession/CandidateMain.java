/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The process of a candidate. Reads commands from its standard input, writes its history
 * and its answers to its standard output, and exits when its standard input ends. An
 * answer is a word and numbers; instants are of the monotonic clock.
 */
final class CandidateMain {

	private final Candidate candidate;

	private final PrintStream out;

	private final int threadsBefore;

	private final Thread sampler;

	private CandidateMain(Candidate candidate, PrintStream out, int threadsBefore) {
		this.candidate = candidate;
		this.out = out;
		this.threadsBefore = threadsBefore;
		this.sampler = new Thread(new LeadershipSampler(candidate, out), "sampler");
		this.sampler.setDaemon(true);
	}

	/**
	 * Runs a candidate.
	 * @param args the id of the contender, then the candidate's settings
	 */
	public static void main(String[] args) {
		PrintStream out = System.out;
		// The output of applications is not part of the history
		System.setOut(System.err);
		int threadsBefore = threads();
		List<String> arguments = Arrays.asList(args);
		Contender contender = Contenders.withId(arguments.get(0));
		CandidateSettings settings = CandidateSettings.parse(arguments.subList(1, arguments.size()));
		try {
			new CandidateMain(contender.opener().apply(settings), out, threadsBefore).run();
			System.exit(0);
		}
		catch (Exception ex) {
			System.getLogger(CandidateMain.class.getName())
				.log(System.Logger.Level.ERROR, "Candidate of " + contender.id() + " failed", ex);
			System.exit(1);
		}
	}

	private static int threads() {
		return ManagementFactory.getThreadMXBean().getThreadCount();
	}

	private void run() throws IOException {
		this.sampler.start();
		answer("ready", System.nanoTime());
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = input.readLine(); line != null; line = input.readLine()) {
			execute(line);
		}
	}

	private void execute(String command) {
		switch (command) {
			case "time" -> answer("time", System.nanoTime());
			case "step-down" -> {
				answer("leaving", System.nanoTime());
				this.candidate.stepDown();
			}
			case "close" -> {
				answer("leaving", System.nanoTime());
				this.candidate.close();
				answer("closed", System.nanoTime());
			}
			case "led" -> answer("led", this.candidate.led());
			// The sampler does not belong to the candidate
			case "threads" -> answer("threads", threads() - this.threadsBefore - 1);
			case "renewals" -> answerRenewals(this.candidate.renewalMillis());
			case "measure-calls" -> measureCalls();
			case "measure-ticks" -> measureTicks();
			case "call" -> new Thread(this::call, "calls").start();
			case "call-and-stay" -> new Thread(this::callAndStay, "calls").start();
			default -> throw new IllegalArgumentException("Unknown command: " + command);
		}
	}

	/** The number of renewals, and their 99th percentile in microseconds. */
	private void answerRenewals(List<Double> millis) {
		double[] sorted = millis.stream().mapToDouble(Double::doubleValue).toArray();
		answer("renewals", sorted.length, (sorted.length > 0) ? (long) (1000 * Results.quantile(sorted, 0.99)) : 0);
	}

	private void measureCalls() {
		GuardedCallCost cost = GuardedCallCost.of(this.candidate);
		answer("calls", cost.medianNanos(), cost.percentile99Nanos(), cost.executed());
	}

	private void measureTicks() {
		TickCost cost = TickCost.of(this.candidate);
		answer("ticks", cost.medianNanos(), cost.longestNanos(), cost.executed());
	}

	/** Calls repeatedly, like a job that is often due. */
	private void call() {
		while (true) {
			this.candidate.callGuarded(() -> answer("ran", System.nanoTime()));
			pause();
		}
	}

	/** Calls until the work has started once. That work never ends. */
	private void callAndStay() {
		while (true) {
			this.candidate.callGuarded(() -> {
				answer("inside", System.nanoTime());
				while (true) {
					pause();
				}
			});
			pause();
		}
	}

	private static void pause() {
		try {
			Thread.sleep(20);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void answer(String word, long... values) {
		StringBuilder line = new StringBuilder(word);
		for (long value : values) {
			line.append(' ').append(value);
		}
		this.out.println(line);
	}

}
