# Runs moto_server with stand-ins for resource types that moto's CloudFormation does not support and other resources refer to.
import sys

from moto.cloudformation.models import CloudFormationBackend
from moto.core.common_models import CloudFormationModel
from moto.core.utils import utcnow
from moto.server import main
from moto.ssm.models import ssm_backends


def stand_in(kind: str, attributes: dict[str, str]) -> None:
    """Registers a resource type that has a name and these attributes, and does nothing."""

    class StandIn(CloudFormationModel):
        # moto derives the service of a class from its module.
        __module__ = "moto.cloudformation.models"

        def __init__(self, name: str) -> None:
            self.physical_resource_id = name

        @staticmethod
        def cloudformation_name_type() -> str:
            return ""

        @staticmethod
        def cloudformation_type() -> str:
            return kind

        @classmethod
        def has_cfn_attr(cls, attr: str) -> bool:
            return attr in attributes

        def get_cfn_attribute(self, attribute_name: str) -> str:
            return attributes[attribute_name]

        @classmethod
        def create_from_cloudformation_json(cls, resource_name, *_args, **_more):
            return cls(resource_name)

        @classmethod
        def update_from_cloudformation_json(cls, original_resource, *_args, **_more):
            return original_resource

        @classmethod
        def delete_from_cloudformation_json(cls, *_args, **_more) -> None:
            return None

    known.append(StandIn)


# moto finds the classes by listing subclasses; this list keeps them from being garbage-collected.
known: list[type] = []
stand_in("AWS::CloudFront::Distribution", {"DomainName": "edge.cloudfront.test"})
stand_in("AWS::CloudFront::OriginAccessControl", {"Id": "access"})
stand_in("AWS::CloudFront::CachePolicy", {"Id": "reads"})
stand_in("AWS::CloudFront::OriginRequestPolicy", {"Id": "requests"})
stand_in("AWS::CloudFront::ResponseHeadersPolicy", {"Id": "editor"})
stand_in("AWS::CloudFront::Function", {"FunctionARN": "arn:aws:cloudfront::123456789012:function/editor"})
stand_in("AWS::ApiGatewayV2::Api", {"ApiId": "api"})

# moto would run cfn-lint for each deployment, which takes seconds; the test runs it itself.
CloudFormationBackend.validate_template = lambda *_args: []

# While SSM has this parameter, a stack fails after its functions have changed. CloudFormation then restores them, and is done
# when somebody has asked for its status so often: moto itself changes a stack at once, and knows no rollback.
fault = "/test/stack-fails"
questions = 20

update = CloudFormationBackend.update_stack
describe = CloudFormationBackend.describe_stacks
rollbacks: dict[str, tuple[int, str]] = {}


def update_stack(self, name, *args, **more):
    """Updates a stack, and begins its rollback if a test asks for it."""
    before = self.get_stack(name).template
    stack = update(self, name, *args, **more)
    stack.last_updated_time = utcnow()
    if ssm_backends[self.account_id][self.region_name].get_parameter(fault) is not None:
        stack.events.pop()
        stack.status = "UPDATE_ROLLBACK_IN_PROGRESS"
        stack._add_stack_event(stack.status, resource_status_reason="The following resource(s) failed to update: [One].")
        rollbacks[stack.stack_id] = (questions, before)
    return stack


def describe_stacks(self, name_or_stack_id):
    """Describes stacks, and ends their rollbacks."""
    stacks = describe(self, name_or_stack_id)
    for stack in stacks:
        left, before = rollbacks.pop(stack.stack_id, (0, ""))
        if left > 1:
            rollbacks[stack.stack_id] = (left - 1, before)
        elif left == 1:
            stack.update(before, parameters=stack.parameters)
            stack.events.pop()
            stack.status = "UPDATE_ROLLBACK_COMPLETE"
            stack._add_stack_event(stack.status)
    return stacks


CloudFormationBackend.update_stack = update_stack
CloudFormationBackend.describe_stacks = describe_stacks

main(sys.argv[1:])
