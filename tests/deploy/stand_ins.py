# Runs moto_server with stand-ins for resource types that moto's CloudFormation does not support and other resources refer to.
import sys

from moto.cloudformation.models import CloudFormationBackend
from moto.core.common_models import CloudFormationModel
from moto.server import main


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
stand_in("AWS::Lambda::WebFunction", {})
stand_in("AWS::Lambda::WebFunctionRevision", {"RevisionId": "1"})
stand_in("AWS::Lambda::WebFunctionEndpoint", {"DomainName": "site.lambda.test"})

# moto would run cfn-lint for each deployment, which takes seconds; the test runs it itself.
CloudFormationBackend.validate_template = lambda *_args: []

main(sys.argv[1:])
