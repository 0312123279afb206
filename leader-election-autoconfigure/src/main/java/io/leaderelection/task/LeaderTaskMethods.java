/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.WhenDone;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.scan.ScannedBean;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the methods annotated with {@link LeaderTask @LeaderTask}, and runs them while
 * this instance leads their elections.
 */
final class LeaderTaskMethods implements ElectionClaims {

	private final ConfigurableListableBeanFactory beanFactory;

	private final AnnotationText text;

	private final List<Task> tasks = new ArrayList<>();

	private final RunningTasks running = new RunningTasks();

	/**
	 * Creates the claims.
	 * @param beanFactory the beans to check
	 * @param defaultElection supplies the name of the default election
	 */
	LeaderTaskMethods(ConfigurableListableBeanFactory beanFactory, Supplier<String> defaultElection) {
		this.beanFactory = beanFactory;
		this.text = new AnnotationText(beanFactory, defaultElection);
	}

	@Override
	public Map<String, String> elections() {
		Map<String, String> elections = new LinkedHashMap<>();
		for (Task task : this.tasks) {
			elections.putIfAbsent(task.election(), task.where());
		}
		return elections;
	}

	@Override
	public void inspect(ScannedBean bean) {
		Class<?> type = bean.type();
		if (type == null || AnnotatedMethods.isContainerClass(type)
				|| !AnnotationUtils.isCandidateClass(type, LeaderTask.class)) {
			return;
		}
		for (Map.Entry<Method, LeaderTask> task : AnnotatedMethods.of(type, LeaderTask.class).entrySet()) {
			this.tasks.add(task(bean.name(), type, task.getKey(), task.getValue()));
		}
	}

	private Task task(String beanName, Class<?> type, Method method, LeaderTask annotation) {
		String where = "@LeaderTask on " + AnnotatedMethods.describe(method, type);
		LeaderTaskRules.check(where, method, type);
		int stepDownAfter = LeaderTaskRules.stepDownAfter(where, annotation.onFailure(), annotation.after());
		Duration maxSilence = this.text.positiveDuration("maxSilence", annotation.maxSilence(), where);
		if (!this.beanFactory.isSingleton(beanName)) {
			throw new InvalidLeaderAnnotationException(
					where + " belongs to bean '" + beanName
							+ "', which is not a singleton, so there is no one object to run it on",
					"Make the bean a singleton, or move the method to one");
		}
		String election = this.text.election(annotation.election(), where);
		checkGuard(where, election, method, type);
		// Creates even a lazy bean, because its task must run
		Object bean = this.beanFactory.getBean(beanName);
		Method invocable = LeaderTaskRules.invocable(where, method, bean);
		return new Task(where, election, bean, invocable, beanName + "." + method.getName(), annotation.whenDone(),
				stepDownAfter, maxSilence);
	}

	/**
	 * A guard of another election would skip the task while this instance leads its own.
	 */
	private void checkGuard(String where, String election, Method method, Class<?> type) {
		OnLeader ofMethod = AnnotatedElementUtils.findMergedAnnotation(method, OnLeader.class);
		OnLeader guard = (ofMethod != null) ? ofMethod
				: AnnotatedElementUtils.findMergedAnnotation(type, OnLeader.class);
		String guarded = (guard != null) ? this.text.election(guard.election(), where) : election;
		if (!guarded.equals(election)) {
			throw new InvalidLeaderAnnotationException(
					where + " belongs to election '" + election + "', but @OnLeader guards it for election '" + guarded
							+ "': it would do nothing while this instance leads only '" + election + "'",
					"Remove @OnLeader, because a task runs on the leader only, or name one election in both");
		}
	}

	@Override
	public void begin(LeaderElections elections) {
		for (Task task : this.tasks) {
			elections.findPartitioned(task.election())
				.ifPresentOrElse((partitioned) -> task.begin(partitioned.partitions(), this.running),
						() -> task.begin(elections.get(task.election()), task.name(), this.running));
		}
	}

	@Override
	public CompletionStage<?> end() {
		return this.running.end();
	}

	private record Task(String where, String election, Object bean, Method method, String name, WhenDone whenDone,
			int stepDownAfter, @Nullable Duration maxSilence) implements LeaderWork {

		@Override
		public void run(Leadership leadership) throws Exception {
			try {
				Object[] arguments = (this.method.getParameterCount() == 0) ? new Object[0]
						: new Object[] { leadership };
				this.method.invoke(this.bean, arguments);
			}
			catch (InvocationTargetException ex) {
				ReflectionUtils.rethrowException(ex.getTargetException());
			}
		}

		void begin(List<LeaderElection> partitions, RunningTasks running) {
			for (int number = 0; number < partitions.size(); number++) {
				begin(partitions.get(number), this.name + ":" + number, running);
			}
		}

		void begin(LeaderElection election, String name, RunningTasks running) {
			try {
				running.add(election, this, options(name));
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidLeaderAnnotationException(this.where + " cannot be run: " + ex.getMessage(),
						"Correct maxSilence in the annotation, or the settings of the election");
			}
		}

		private LeaderWorkOptions options(String name) {
			LeaderWorkOptions options = LeaderWorkOptions.named(name).whenDone(this.whenDone);
			if (this.stepDownAfter > 0) {
				options = options.stepDownAfter(this.stepDownAfter);
			}
			return (this.maxSilence != null) ? options.maxSilence(this.maxSilence) : options;
		}

	}

}
