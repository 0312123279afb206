/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.SchedulingAwareRunnable;
import org.springframework.scheduling.config.ScheduledTask;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.scheduling.config.Task;
import org.springframework.scheduling.config.TaskSchedulerRouter;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Runs the runnables that Spring has registered for a scheduled method, on the scheduler
 * that Spring would use: with its proxies, observation and error handler.
 */
final class ScheduledRunnables implements DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(ScheduledRunnables.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final TaskSchedulerRouter scheduler = new TaskSchedulerRouter();

	ScheduledRunnables(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.scheduler.setBeanFactory(beanFactory);
	}

	/**
	 * Runs a job as soon as possible.
	 * @param job the job
	 * @param after runs when all calls have returned
	 * @return whether Spring has scheduled the job on this instance
	 */
	boolean run(TickJob job, Runnable after) {
		List<Runnable> scheduled = of(job);
		return !scheduled.isEmpty() && run(job, scheduled, after);
	}

	/**
	 * Runs a job as soon as possible, also if Spring has not scheduled it on this
	 * instance.
	 * @param job the job
	 * @param after runs when all calls have returned
	 * @return whether the scheduler has accepted it
	 */
	boolean runByHand(TickJob job, Runnable after) {
		List<Runnable> scheduled = of(job);
		return run(job, scheduled.isEmpty() ? List.of(() -> call(job)) : scheduled, after);
	}

	@SuppressWarnings("FutureReturnValueIgnored") // the scheduler handles exceptions
	private boolean run(TickJob job, List<Runnable> registered, Runnable after) {
		AtomicInteger open = new AtomicInteger(registered.size());
		Runnable returned = () -> {
			if (open.decrementAndGet() == 0) {
				after.run();
			}
		};
		try {
			for (Runnable runnable : registered) {
				this.scheduler.schedule(new Early(runnable, returned), Instant.EPOCH);
			}
			return true;
		}
		catch (TaskRejectedException ex) {
			logger.debug("{} is not run: the scheduler is shutting down", job.description().where(), ex);
			return false;
		}
	}

	/**
	 * Returns the runnables that are registered for a job. There are several if the
	 * method has several expressions or is inherited by several beans: one of the calls
	 * runs the tick, and the others do nothing.
	 */
	List<Runnable> of(TickJob job) {
		String name = name(job);
		return this.beanFactory.getBeanProvider(ScheduledTaskHolder.class)
			.stream()
			.flatMap((holder) -> holder.getScheduledTasks().stream())
			.map(ScheduledTask::getTask)
			.filter((task) -> task.toString().equals(name))
			.map(Task::getRunnable)
			.toList();
	}

	/** Returns the name as in the string representation of Spring's runnables. */
	private String name(TickJob job) {
		return ClassUtils.getQualifiedMethodName(method(job, bean(job)));
	}

	private Object bean(TickJob job) {
		return this.beanFactory.getBean(job.description().beanName());
	}

	private static Method method(TickJob job, Object bean) {
		return AopUtils.selectInvocableMethod(job.description().method(), bean.getClass());
	}

	/** Calls a job on the calling thread, through the proxies of its bean. */
	@Nullable Object call(TickJob job) {
		Object bean = bean(job);
		Method method = method(job, bean);
		ReflectionUtils.makeAccessible(method);
		return SchedulerCalls.asScheduler(() -> ReflectionUtils.invokeMethod(method, bean));
	}

	@Override
	public void destroy() {
		this.scheduler.destroy();
	}

	/** Runs on the same scheduler as the runnable. */
	private record Early(Runnable runnable, Runnable after) implements SchedulingAwareRunnable {

		@Override
		public void run() {
			try {
				this.runnable.run();
			}
			finally {
				this.after.run();
			}
		}

		@Override
		public @Nullable String getQualifier() {
			return (this.runnable instanceof SchedulingAwareRunnable aware) ? aware.getQualifier() : null;
		}

		@Override
		public boolean isLongLived() {
			return this.runnable instanceof SchedulingAwareRunnable aware && aware.isLongLived();
		}

	}

}
