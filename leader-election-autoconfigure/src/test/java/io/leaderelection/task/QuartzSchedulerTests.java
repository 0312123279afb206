/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.concurrent.Semaphore;

import io.leaderelection.annotation.StartOnLeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;

import static io.leaderelection.guard.Contexts.assertRefused;
import static io.leaderelection.guard.Contexts.election;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for Quartz, where the scheduler is the bean and its factory is the Lifecycle.
 */
class QuartzSchedulerTests extends TaskHarness {

	@Override
	ApplicationContextRunner runner() {
		return super.runner().withPropertyValues("leader-election.cool-down=1h");
	}

	private static boolean isStandby(ApplicationContext context) throws Exception {
		return context.getBean(Scheduler.class).isInStandbyMode();
	}

	private static void runsInItsTermOnly(ApplicationContext context) throws Exception {
		Semaphore runs = context.getBean(Semaphore.class);
		runs.acquire();
		assertThat(election(context, "billing").isLeader()).isTrue();
		stepDown(context, "billing");
		assertThat(isStandby(context)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "quartzScheduler", "&quartzScheduler" })
	void schedulerIsNamedWithOrWithoutItsFactory(String name) {
		runner().withUserConfiguration(Quartz.class)
			.withPropertyValues("leader-election.elections.billing.start=" + name)
			.run(QuartzSchedulerTests::runsInItsTermOnly);
	}

	@Test
	void annotatedBeanMethodIsEnough() {
		runner().withUserConfiguration(AnnotatedQuartz.class).run(QuartzSchedulerTests::runsInItsTermOnly);
	}

	@Test
	void autoStartingSchedulerIsRefused() {
		assertRefused(
				runner().withUserConfiguration(Quartz.class)
					.withPropertyValues("leader-election.elections.billing.start=quartzScheduler", "auto=true"),
				"bean 'quartzScheduler'", "starts by itself", "spring.quartz.auto-startup=false");
	}

	@Configuration(proxyBeanMethods = false)
	static class Quartz {

		@Bean
		Semaphore runs() {
			return new Semaphore(0);
		}

		@Bean
		SchedulerFactoryBean quartzScheduler(Environment environment, Semaphore runs) {
			JobDetail job = JobBuilder.newJob(Count.class).withIdentity("count").storeDurably().build();
			job.getJobDataMap().put("runs", runs);
			Trigger trigger = TriggerBuilder.newTrigger()
				.forJob(job)
				.withSchedule(SimpleScheduleBuilder.repeatSecondlyForever())
				.build();
			SchedulerFactoryBean factory = new SchedulerFactoryBean();
			factory.setAutoStartup(environment.getProperty("auto", boolean.class, false));
			factory.setJobDetails(job);
			factory.setTriggers(trigger);
			return factory;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AnnotatedQuartz extends Quartz {

		@Bean
		@Override
		@StartOnLeader("billing")
		SchedulerFactoryBean quartzScheduler(Environment environment, Semaphore runs) {
			return super.quartzScheduler(environment, runs);
		}

	}

	public static class Count implements Job {

		@Override
		public void execute(JobExecutionContext context) {
			((Semaphore) context.getMergedJobDataMap().get("runs")).release();
		}

	}

}
