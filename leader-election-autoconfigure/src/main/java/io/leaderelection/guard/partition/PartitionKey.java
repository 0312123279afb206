/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.partition;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

import io.leaderelection.Partition;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The expression that gives the key of a guarded call. It is parsed once and evaluated
 * for each call, as in Spring's cache abstraction. Its root object is the bean.
 */
final class PartitionKey {

	private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

	private static final List<String> NO_PARAMETERS = List.of("this", "root");

	private final SpelExpression expression;

	private final BeanFactory beanFactory;

	private final Method method;

	private final String where;

	private PartitionKey(SpelExpression expression, BeanFactory beanFactory, Method method, String where) {
		this.expression = expression;
		this.beanFactory = beanFactory;
		this.method = method;
		this.where = where;
	}

	/**
	 * Parses the expression and checks it as far as possible without a call.
	 * @param text the expression
	 * @param beanFactory the beans that the expression may refer to
	 * @param method the method, of the class or of an interface or superclass
	 * @param type the class of the bean
	 * @param where the annotation and the method in messages
	 * @return the key
	 * @throws InvalidLeaderAnnotationException if it does not parse, refers to an unknown
	 * parameter, or its type cannot be a key
	 */
	static PartitionKey of(String text, BeanFactory beanFactory, Method method, Class<?> type, String where) {
		SpelExpression expression;
		try {
			expression = new SpelExpressionParser().parseRaw(text);
		}
		catch (ParseException | IllegalStateException ex) {
			throw refused(where, text, "is not a valid SpEL expression: " + ex.getMessage(),
					"Use an expression such as \"#order.customerId\"");
		}
		Method specific = AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(type));
		PartitionKey key = new PartitionKey(expression, beanFactory, specific, where);
		key.checkParameters(expression.getAST());
		key.checkType();
		return key;
	}

	private static InvalidLeaderAnnotationException refused(String where, String text, String why, String action) {
		return new InvalidLeaderAnnotationException(where + " has partitionKey \"" + text + "\", which " + why, action);
	}

	private void checkParameters(SpelNode node) {
		if (node instanceof VariableReference) {
			String name = name(node);
			if (!NO_PARAMETERS.contains(name) && parameter(name) < 0) {
				@Nullable String @Nullable [] names = NAMES.getParameterNames(this.method);
				throw refused(this.where, text(), "refers to '#" + name + "', which is not a parameter of the method",
						(names != null) ? "Use one of " + Arrays.toString(names) + ", or #p0 for the first parameter"
								: "Compile with -parameters, so that names of parameters are known, or use #p0 for the "
										+ "first one");
			}
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			checkParameters(node.getChild(i));
		}
	}

	private static String name(SpelNode variable) {
		return variable.toStringAST().substring(1);
	}

	/** Returns the index of a parameter by its name, {@code a0} or {@code p0}, or -1. */
	private int parameter(String name) {
		@Nullable String @Nullable [] names = NAMES.getParameterNames(this.method);
		for (int i = 0; i < this.method.getParameterCount(); i++) {
			if ((names != null && name.equals(names[i])) || name.equals("p" + i) || name.equals("a" + i)) {
				return i;
			}
		}
		return -1;
	}

	private void checkType() {
		Class<?> type = type(this.expression.getAST());
		if (type != null && !mayBeKey(ClassUtils.resolvePrimitiveIfNecessary(type))) {
			throw refused(this.where, text(),
					"gives a " + type.getName() + ", whose text may differ from instance to instance",
					"Give text, an integral number, a UUID or an enum constant");
		}
	}

	/** Returns whether an object of the type or of a subtype may be a key. */
	private static boolean mayBeKey(Class<?> type) {
		return Partition.isKey(type) || type.isInterface() || type == Object.class || type == Number.class;
	}

	/** Returns the declared type of a parameter or of its property, if it is known. */
	private @Nullable Class<?> type(SpelNode node) {
		if (node instanceof VariableReference) {
			int parameter = parameter(name(node));
			return (parameter >= 0) ? this.method.getParameterTypes()[parameter] : null;
		}
		if (!(node instanceof CompoundExpression)) {
			return null;
		}
		Class<?> type = type(node.getChild(0));
		for (int i = 1; i < node.getChildCount() && type != null; i++) {
			type = (node.getChild(i) instanceof PropertyOrFieldReference property) ? type(type, property.getName())
					: null;
		}
		return type;
	}

	private static @Nullable Class<?> type(Class<?> owner, String property) {
		PropertyDescriptor descriptor = BeanUtils.getPropertyDescriptor(owner, property);
		if (descriptor != null) {
			return descriptor.getPropertyType();
		}
		Method accessor = ReflectionUtils.findMethod(owner, property);
		return (owner.isRecord() && accessor != null) ? accessor.getReturnType() : null;
	}

	private String text() {
		return this.expression.getExpressionString();
	}

	/**
	 * Returns the key of a call.
	 * @param target the bean
	 * @param arguments the arguments of the call
	 * @return the key
	 * @throws IllegalArgumentException if there is no key, or the value cannot be a key
	 */
	Object of(@Nullable Object target, @Nullable Object[] arguments) {
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(target, this.method, arguments, NAMES);
		context.setBeanResolver(new BeanFactoryResolver(this.beanFactory));
		Object key;
		try {
			key = this.expression.getValue(context);
		}
		catch (EvaluationException ex) {
			throw new IllegalArgumentException(described() + " cannot be evaluated for this call: " + ex.getMessage(),
					ex);
		}
		if (key == null) {
			throw new IllegalArgumentException(described() + " is null for this call. Use a key that is never null");
		}
		if (!Partition.isKey(key.getClass())) {
			throw new IllegalArgumentException(described() + " gives a " + key.getClass().getName()
					+ ", whose text may differ from instance to instance. Give text, an integral number, a UUID or an "
					+ "enum constant");
		}
		return key;
	}

	private String described() {
		return "The partitionKey \"" + text() + "\" of " + this.where;
	}

}
